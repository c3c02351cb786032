import { serveByOptions } from './serve-by-options.ts'

// Waits a minute for Redis: on a busy machine an answer may take longer than a request waits for it, and then each
// process counts by itself, as it should, and two of them admit more than one limit.
await serveByOptions({ redisTimeoutMs: 60_000 })
