-- What of OpenStreetMap a family's map shows, and from which zoom on. Layers and their zooms stand in config.json;
-- Sources/Maps/style.json draws them.

node_keys = {
  "place", "addr:housenumber", "railway", "highway", "natural", "amenity", "shop", "tourism", "public_transport",
}

-- Roads by how much traffic they are for: class, zoom from which they are drawn, zoom from which they are named.
local roads = {
  motorway = {"motorway", 6, 12}, motorway_link = {"motorway", 10},
  trunk = {"main", 7, 12}, trunk_link = {"main", 11},
  primary = {"main", 8, 12}, primary_link = {"main", 11},
  secondary = {"main", 9, 12}, secondary_link = {"main", 11},
  tertiary = {"through", 10, 13}, tertiary_link = {"through", 12},
  unclassified = {"street", 11, 13}, residential = {"street", 12, 13}, living_street = {"street", 12, 13},
  road = {"street", 12, 13}, pedestrian = {"street", 12, 13},
  service = {"service", 13, 14}, track = {"track", 13, 14},
  cycleway = {"path", 13, 14}, bridleway = {"path", 13, 14}, footway = {"path", 13, 14}, path = {"path", 13, 14},
  steps = {"path", 14, 14},
}

-- Areas by what the ground looks like.
local land = {
  landuse = {
    forest = "wood", residential = "town", commercial = "town", retail = "town", industrial = "works",
    construction = "works", quarry = "works", railway = "works", farmyard = "town", cemetery = "park",
    recreation_ground = "park", village_green = "park", grass = "park", meadow = "grass", orchard = "grass",
    vineyard = "grass", allotments = "park", farmland = "field",
  },
  natural = {wood = "wood", scrub = "grass", heath = "grass", grassland = "grass", fell = "grass", wetland = "grass",
    scree = "rock", bare_rock = "rock", sand = "rock", beach = "rock", glacier = "ice"},
  leisure = {park = "park", garden = "park", playground = "park", pitch = "pitch", track = "pitch",
    sports_centre = "pitch", stadium = "pitch", golf_course = "park"},
  amenity = {school = "school", kindergarten = "school", university = "school", college = "school",
    hospital = "school"},
}

-- Land is drawn from low zooms on only where it covers much.
local landZoom = {wood = 8, town = 9, grass = 10, field = 10, rock = 9, ice = 8, works = 11, park = 11}

-- Settlements: zoom from which they are named, and their rank where there is little room.
local places = {
  country = {6, 1}, state = {7, 2}, city = {6, 2}, town = {8, 3}, village = {10, 4}, suburb = {12, 5},
  hamlet = {12, 6}, quarter = {13, 7}, neighbourhood = {13, 7}, locality = {14, 8}, isolated_dwelling = {14, 8},
}

-- Where families go and what helps to find the way, as one word each.
local pois = {
  amenity = {school = "school", kindergarten = "school", university = "school", college = "school",
    hospital = "health", doctors = "health", pharmacy = "health", clinic = "health", police = "help",
    fire_station = "help", place_of_worship = "worship", restaurant = "food", cafe = "food", fast_food = "food",
    bar = "food", pub = "food", library = "culture", theatre = "culture", cinema = "culture", townhall = "civic",
    post_office = "civic", swimming_pool = "sport", bus_station = "stop"},
  shop = {supermarket = "shop", bakery = "shop", mall = "shop", department_store = "shop"},
  tourism = {museum = "culture", hotel = "stay", alpine_hut = "stay", hostel = "stay", camp_site = "stay",
    zoo = "culture", viewpoint = "view", attraction = "culture"},
  leisure = {park = "park", playground = "playground", sports_centre = "sport", stadium = "sport",
    water_park = "sport"},
}

-- A square degree is counted in square metres here: below this an area is too small for the zoom.
local leastArea = {[8] = 2000000, [9] = 600000, [10] = 150000, [11] = 40000, [12] = 10000, [13] = 1500}

function init_function() end
function exit_function() end

local function zoomForArea(area, first)
  for zoom = first, 13 do
    if area >= (leastArea[zoom] or 0) then return zoom end
  end
  return 14
end

local function nameOf(object)
  local name = object:Find("name")
  if name == "" then return nil end
  return name
end

local function poiOf(object)
  for key, kinds in pairs(pois) do
    local kind = kinds[object:Find(key)]
    if kind then return kind end
  end
  local stop = object:Find("railway")
  if stop == "station" or stop == "halt" then return "station" end
  if object:Find("highway") == "bus_stop" then return "stop" end
  return nil
end

-- A point with a name of the layer "poi": from a node, or from the middle of a building or ground.
local function addPoi(object, centred)
  local kind, name = poiOf(object), nameOf(object)
  if not kind or not name then return end
  if centred then object:LayerAsCentroid("poi") else object:Layer("poi", false) end
  object:Attribute("class", kind)
  object:Attribute("name", name)
  object:MinZoom((kind == "station" or kind == "school" or kind == "health") and 13 or 14)
end

local function addHouseNumber(object, centred)
  local number = object:Find("addr:housenumber")
  if number == "" then return end
  if centred then object:LayerAsCentroid("house_number") else object:Layer("house_number", false) end
  object:Attribute("number", number)
end

function node_function(node)
  local place = places[node:Find("place")]
  local name = nameOf(node)
  if place and name then
    node:Layer("place", false)
    node:Attribute("class", node:Find("place"))
    node:Attribute("name", name)
    node:AttributeNumeric("rank", place[2])
    node:MinZoom(place[1])
  end
  if node:Find("natural") == "peak" and name then
    node:Layer("place", false)
    node:Attribute("class", "peak")
    node:Attribute("name", name)
    node:AttributeNumeric("rank", 8)
    node:MinZoom(12)
  end
  addPoi(node, false)
  addHouseNumber(node, false)
end

local function addRoad(way, road)
  way:Layer("road", false)
  way:Attribute("class", road[1])
  if way:Find("tunnel") ~= "" and way:Find("tunnel") ~= "no" then way:AttributeBoolean("tunnel", true) end
  if way:Find("bridge") ~= "" and way:Find("bridge") ~= "no" then way:AttributeBoolean("bridge", true) end
  way:MinZoom(road[2])
  local name = nameOf(way)
  if name and road[3] then
    way:Layer("road_name", false)
    way:Attribute("class", road[1])
    way:Attribute("name", name)
    way:MinZoom(road[3])
  end
end

local function addWater(way)
  local waterway, natural, landuse = way:Find("waterway"), way:Find("natural"), way:Find("landuse")
  local isArea = natural == "water" or landuse == "reservoir" or landuse == "basin" or landuse == "water"
    or waterway == "riverbank" or way:Find("leisure") == "swimming_pool"
  if isArea and way:IsClosed() then
    way:Layer("water", true)
    way:MinZoom(zoomForArea(way:Area(), 8))
    local name = nameOf(way)
    if name then way:Attribute("name", name) end
  elseif waterway == "river" or waterway == "canal" or waterway == "stream" or waterway == "drain"
    or waterway == "ditch" then
    way:Layer("waterway", false)
    way:Attribute("class", waterway == "river" and "river" or "stream")
    local name = nameOf(way)
    if name then way:Attribute("name", name) end
    way:MinZoom(waterway == "river" and 8 or waterway == "canal" and 11 or 13)
  end
end

local function addLand(way)
  for key, kinds in pairs(land) do
    local kind = kinds[way:Find(key)]
    if kind then
      way:Layer("land", true)
      way:Attribute("class", kind)
      way:MinZoom(zoomForArea(way:Area(), landZoom[kind] or 12))
      return
    end
  end
end

-- Borders come as relations; their ways carry the lowest level of all that they belong to.
function relation_scan_function(relation)
  if relation:Find("boundary") == "administrative" then relation:Accept() end
end

local function addBorder(way)
  local level = 99
  if way:Find("boundary") == "administrative" then level = tonumber(way:Find("admin_level")) or 99 end
  while true do
    local relation = way:NextRelation()
    if not relation then break end
    level = math.min(level, tonumber(way:FindInRelation("admin_level")) or 99)
  end
  if level ~= 2 and level ~= 4 and level ~= 6 and level ~= 8 then return end
  way:Layer("border", false)
  way:AttributeNumeric("level", level)
  way:MinZoom(level == 2 and 6 or level == 4 and 8 or level == 6 and 10 or 12)
end

function way_function(way)
  local road = roads[way:Find("highway")]
  if road and way:Find("area") ~= "yes" then addRoad(way, road) end
  local railway = way:Find("railway")
  if railway == "rail" or railway == "light_rail" or railway == "tram" or railway == "narrow_gauge"
    or railway == "funicular" then
    way:Layer("rail", false)
    local class = railway == "tram" and "tram" or way:Find("service") ~= "" and "siding" or "rail"
    way:Attribute("class", class)
    way:MinZoom(class == "rail" and 9 or 13)
  end
  addWater(way)
  addBorder(way)
  if way:IsClosed() then
    addLand(way)
    if way:Find("building") ~= "" and way:Find("building") ~= "no" then
      way:Layer("building", true)
      way:MinZoom(13)
    end
    addPoi(way, true)
    addHouseNumber(way, true)
  end
end
