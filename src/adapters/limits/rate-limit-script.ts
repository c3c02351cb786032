/**
 * The sliding window in one atomic step inside Redis, by Redis' own clock, so that all instances count as one.
 * Each of KEYS is a list of accepted times in microseconds, oldest first. ARGV, for each of them: limit, window in
 * milliseconds. The request is counted in all of the lists or in none. Returns for each of them {1, requests inside
 * with this one, 0} or {0, microseconds until a slot frees, microseconds until all are free}, in one list.
 *
 * Times are written with %.0f because Lua's own number format keeps 14 digits and microseconds need 16.
 * Should Redis' clock be set back, time stands still for the bucket, and starts afresh after a jump over a window.
 */
export const RATE_LIMIT_SCRIPT = `
local time = redis.call('TIME')
local clock = tonumber(time[1]) * 1000000 + tonumber(time[2])
local allowed = true
local answer = {}
local times = {}
for i, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[2 * i - 1])
  local window = tonumber(ARGV[2 * i]) * 1000
  local now = clock
  local newest = tonumber(redis.call('LINDEX', key, -1) or '0')
  if newest > now then
    if newest - now > window then redis.call('DEL', key) else now = newest end
  end
  times[i] = now
  local oldest = redis.call('LINDEX', key, 0)
  while oldest and tonumber(oldest) <= now - window do
    redis.call('LPOP', key)
    oldest = redis.call('LINDEX', key, 0)
  end
  local live = redis.call('LLEN', key)
  local place = 3 * i - 2
  if live < limit then
    answer[place], answer[place + 1], answer[place + 2] = 1, live + 1, 0
  else
    allowed = false
    answer[place] = 0
    answer[place + 1] = tonumber(redis.call('LINDEX', key, live - limit)) + window - now
    answer[place + 2] = tonumber(redis.call('LINDEX', key, -1)) + window - now
  end
end
if allowed then
  for i, key in ipairs(KEYS) do
    redis.call('RPUSH', key, string.format('%.0f', times[i]))
    redis.call('PEXPIRE', key, ARGV[2 * i] + 1000)
  end
end
return answer
`
