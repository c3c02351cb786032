import { resolve } from 'node:path'
import process from 'node:process'
import { isLeft } from 'fp-ts/lib/Either.js'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import { serve } from '../../../src/infrastructure/lifecycle/serve.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { readOffer } from '../../../src/infrastructure/offer/offer.ts'

// Serves as the gateway does, but waits a minute for Redis: on a busy machine an answer may take longer than a request
// waits for it, and then each process counts by itself, as it should, and two of them admit more than one limit.
const config = loadConfig(process.env, resolve(import.meta.dirname, '../../..'))
if (isLeft(config)) throw new Error('the configuration is refused')
const offer = await readOffer(config.right, process.env, Date.now())
if (isLeft(offer)) throw new Error(offer.left.join('; '))
await serve({
  config: config.right,
  offer: offer.right,
  log: createLog(config.right.logLevel, process.stdout),
  out: { stdout: (text) => void process.stdout.write(text), stderr: (text) => void process.stderr.write(text) },
  isTerminal: false,
  redisTimeoutMs: 60_000,
})
