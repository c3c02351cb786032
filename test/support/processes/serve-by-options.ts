import { resolve } from 'node:path'
import process from 'node:process'
import { isLeft } from 'fp-ts/lib/Either.js'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import type { ServiceDeps } from '../../../src/infrastructure/container/open-service.ts'
import { serve } from '../../../src/infrastructure/lifecycle/serve.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { readOffer } from '../../../src/infrastructure/offer/offer.ts'

/** Serves as the gateway does, with what only tests may change. */
export const serveByOptions = async (
  options: Pick<ServiceDeps, 'redisTimeoutMs' | 'isExemptFromPublic'>,
): Promise<void> => {
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
    ...options,
  })
}
