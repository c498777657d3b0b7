-- How many milliseconds a device's clock runs ahead of the hub's; null while too little was heard to tell.

ALTER TABLE device ADD COLUMN clock_ahead INTEGER;
