/**
 * The sliding window of tokens in one atomic step inside Redis, by Redis' own clock. KEYS: the operations by the
 * microsecond at which they took tokens; what each of them took, and their sum under `total`. ARGV: operation, tokens,
 * limit, window in milliseconds. Answers {1, tokens inside with these} or {0, tokens inside, microseconds until these
 * fit, microseconds until all have left}.
 *
 * Times are written with %.0f because Lua's own number format keeps 14 digits and microseconds need 16. A refusal looks
 * at the thousand oldest operations for the moment at which enough has left; beyond them it names the end of the
 * window, so that it costs bounded work. Should Redis' clock be set back, time stands still for the bucket, and starts
 * afresh after a jump over a window.
 */
export const TAKE_TOKENS_SCRIPT = `
local times, counts, operation = KEYS[1], KEYS[2], ARGV[1]
local tokens, limit, window = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]) * 1000
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
local newest = tonumber(redis.call('ZRANGE', times, -1, -1, 'WITHSCORES')[2] or '0')
if newest > now then
  if newest - now > window then redis.call('DEL', times, counts) else now = newest end
end
local oldest = redis.call('ZRANGE', times, 0, 0, 'WITHSCORES')
while oldest[1] and tonumber(oldest[2]) <= now - window do
  local left = 0 - tonumber(redis.call('HGET', counts, oldest[1]) or '0')
  redis.call('HINCRBY', counts, 'total', string.format('%.0f', left))
  redis.call('HDEL', counts, oldest[1])
  redis.call('ZREM', times, oldest[1])
  oldest = redis.call('ZRANGE', times, 0, 0, 'WITHSCORES')
end
if not oldest[1] then redis.call('DEL', counts) end
local before = tonumber(redis.call('HGET', counts, operation) or '0')
local inside = tonumber(redis.call('HGET', counts, 'total') or '0') - before
if inside + tokens <= limit then
  redis.call('ZADD', times, string.format('%.0f', now), operation)
  redis.call('HSET', counts, operation, ARGV[2], 'total', string.format('%.0f', inside + tokens))
  redis.call('PEXPIRE', times, ARGV[4] + 1000)
  redis.call('PEXPIRE', counts, ARGV[4] + 1000)
  return {1, inside + tokens}
end
local excess = inside + tokens - limit
local free = newest
local taken = redis.call('ZRANGE', times, 0, 999, 'WITHSCORES')
for place = 1, #taken, 2 do
  if taken[place] ~= operation then
    excess = excess - tonumber(redis.call('HGET', counts, taken[place]) or '0')
  end
  if excess <= 0 then
    free = tonumber(taken[place + 1])
    break
  end
end
return {0, inside, free + window - now, newest + window - now}
`

/** KEYS as above. ARGV: operation, its tokens. It changes no time, and nothing where the operation has left. */
export const CORRECT_TOKENS_SCRIPT = `
local before = redis.call('HGET', KEYS[2], ARGV[1])
if before then
  redis.call('HINCRBY', KEYS[2], 'total', string.format('%.0f', tonumber(ARGV[2]) - tonumber(before)))
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
end
return before and 1 or 0
`
