-- The world's tiles are made of shapefiles alone, whose columns go into the tiles as they are.

node_keys = {}

function init_function() end
function exit_function() end
function node_function() end
function way_function() end
