import { kyselyDatabaseTime } from '../../adapters/persistence/engine/database-time.ts'
import { kyselyInstances } from '../../adapters/persistence/instances/instances.ts'
import { monotonicMs as systemMonotonicMs, systemClock } from '../../adapters/runtime/system-clock.ts'
import { settledClock as makeSettledClock } from '../../adapters/runtime/settled-clock.ts'
import { systemTimer } from '../../adapters/runtime/system-timer.ts'
import { uuidV7Ids } from '../../adapters/runtime/uuid-v7-ids.ts'
import { ed25519SigningKeys } from '../../adapters/security/ed25519-signing-keys.ts'
import { jwtAccessTokens } from '../../adapters/security/jwt-access-tokens.ts'
import { randomApiKeys } from '../../adapters/security/random-api-keys.ts'
import { randomOneTimeSecrets } from '../../adapters/security/random-one-time-secrets.ts'
import { gptTokenCounter } from '../../adapters/tokens/gpt-token-counter.ts'
import { clockWatch as makeClockWatch } from '../../application/instances/clock-watch.ts'
import type { ClockWatch } from '../../application/instances/clock-watch.ts'
import { runningInstance } from '../../application/instances/running-instance.ts'
import type { Clock } from '../../application/ports/process/clock.ts'
import type { Timer } from '../../application/ports/process/timer.ts'
import { provision } from './provision.ts'
import { database, keyRing, log } from './resources.ts'

/** Name the tokens of this service: it refuses a token of another one. */
const TOKEN_ISSUER = 'model-gateway'
const TOKEN_AUDIENCE = 'model-gateway:account'

export const clock = provision('clock', (): Clock => systemClock, {})
/** Every duration is measured by it. */
export const monotonicMs = provision('monotonicMs', () => systemMonotonicMs, {})
/** Compares the clock of this machine with that of the database. */
export const clockWatch = provision(
  'clockWatch',
  (deps) =>
    makeClockWatch({
      clock: deps.clock,
      databaseTime: kyselyDatabaseTime(deps.database.beats),
      onDiffer: (aheadSeconds) =>
        deps.log.warn(
          { aheadSeconds },
          'the clock of this machine is not that of the database: set both by the same time server',
        ),
      onAgree: () => deps.log.info('the clock of this machine is that of the database again'),
    }),
  { clock, database, log },
)
/** By it what is overdue is ended or deleted. */
export const settledClock = provision(
  'settledClock',
  (deps: { readonly clock: Clock; readonly monotonicMs: () => number; readonly watch: ClockWatch }): Clock =>
    makeSettledClock(deps.clock, deps.monotonicMs, deps.watch.aheadMs),
  { clock, monotonicMs, watch: clockWatch },
)
export const timer = provision('timer', (): Timer => systemTimer, {})
export const ids = provision('ids', (deps: { readonly clock: Clock }) => uuidV7Ids(deps.clock), { clock })
export const tokens = provision('tokens', gptTokenCounter, { monotonicMs })
export const apiKeySecrets = provision('apiKeySecrets', () => randomApiKeys, {})
export const oneTimeSecrets = provision('oneTimeSecrets', () => randomOneTimeSecrets, {})
export const signingKeyMaker = provision('signingKeyMaker', () => ed25519SigningKeys, {})
export const accessTokens = provision(
  'accessTokens',
  (deps) => jwtAccessTokens({ ...deps, issuer: TOKEN_ISSUER, audience: TOKEN_AUDIENCE }),
  { ring: keyRing, ids, clock },
)

export const instances = provision('instances', (deps) => kyselyInstances(deps.database.beats), { database })

/** This process, as its holds and claims name it. */
export const instance = provision(
  'instance',
  ({ log: out, ...deps }) =>
    runningInstance({
      ...deps,
      onEnded: (ended) =>
        out.error({ instance: ended }, 'this process was silent for so long that another one ended its holds'),
    }),
  { log, instances, ids, monotonicMs },
)
