/**
 * The sliding window in one atomic step inside Redis, by Redis' own clock, so that all instances count as one.
 * KEYS[1] is a list of accepted times in microseconds, oldest first. ARGV: limit, window in milliseconds.
 * Answers {1, requests inside now} or {0, microseconds until a slot frees, microseconds until all are free}.
 *
 * Times are written with %.0f because Lua's own number format keeps 14 digits and microseconds need 16.
 * Should Redis' clock be set back, time stands still for the bucket, and starts afresh after a jump over a window.
 */
export const RATE_LIMIT_SCRIPT = `
local limit = tonumber(ARGV[1])
local window = tonumber(ARGV[2]) * 1000
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local newest = tonumber(redis.call('LINDEX', KEYS[1], -1) or '0')
if newest > now then
  if newest - now > window then redis.call('DEL', KEYS[1]) else now = newest end
end
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) <= now - window do
  redis.call('LPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
local live = redis.call('LLEN', KEYS[1])
if live < limit then
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], ARGV[2] + 1000)
  return {1, live + 1}
end
local blocker = redis.call('LINDEX', KEYS[1], live - limit)
local last = redis.call('LINDEX', KEYS[1], -1)
return {0, tonumber(blocker) + window - now, tonumber(last) + window - now}
`
