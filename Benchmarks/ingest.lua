-- OwnTracks fixes for wrk: `wrk -t1 -c64 -d5s -s Benchmarks/ingest.lua http://127.0.0.1:PORT -- TOKENS-FILE`.
-- Everything but the figures of the fix is built once; each request moves its member on by one second.
local devices = {}

local function head(token)
   return table.concat({
      "POST /in/owntracks HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: OwnTracks/18.4\r\nAccept: */*\r\n",
      "Authorization: Basic ", token, "\r\nX-Limit-U: anna\r\nX-Limit-D: phone\r\n",
      "Content-Type: application/json\r\nContent-Length: 223\r\n\r\n",
   })
end

function init(args)
   local start = os.time() - 20 * 3600
   for line in io.lines(args[1]) do
      local n = #devices
      devices[n + 1] = {
         head = head(line) .. '{"_type":"location","acc":12,"alt":34,"batt":81,"bs":1,"cog":271,"conn":"m","created_at":',
         second = start, step = n * 7, home = 100000 + n * 1373 % 700000,
         lon = string.format(',"lon":13.%06d,"m":2,"t":"u","tid":"an","topic":"owntracks/anna/phone","tst":',
            100000 + n * 7919 % 700000),
      }
   end
end

local turn = 0

function request()
   turn = turn % #devices + 1
   local device = devices[turn]
   local second = device.second + 1
   local step = (device.step + 1) % 360
   device.second, device.step = second, step
   if step > 180 then step = 360 - step end
   return table.concat({
      device.head, second, ',"lat":52.', device.home + step * 100, device.lon, second, ',"vac":4,"vel":40} ',
   })
end
