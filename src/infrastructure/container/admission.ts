import { memoryRateLimiter } from '../../adapters/limits/memory-rate-limiter.ts'
import { admission as makeAdmission } from '../../application/admission/admission.ts'
import { admitMail as makeAdmitMail } from '../../application/admission/admit-mail.ts'
import {
  authenticateApiKey as makeAuthenticateApiKey,
  findPresentedKey,
} from '../../application/admission/authenticate-api-key.ts'
import { authenticateSession as makeAuthenticateSession } from '../../application/admission/authenticate-session.ts'
import { keyUses } from './api-keys.ts'
import { keyLookup, knownNetworks, sessionLookup } from './persistence.ts'
import { provision } from './provision.ts'
import { limiter, rates } from './resources.ts'
import { accessTokens, apiKeySecrets, clock } from './runtime.ts'

const authenticateSession = provision('authenticateSession', makeAuthenticateSession, {
  accessTokens,
  sessions: sessionLookup,
  clock,
})

/** Counts, in this process, the unknown keys of each address. */
const keyGuesses = provision('keyGuesses', () => memoryRateLimiter(), {})
const authenticateApiKey = provision(
  'authenticateApiKey',
  ({ uses, keys, guesses, ...deps }) =>
    makeAuthenticateApiKey({ ...deps, findKey: findPresentedKey({ keys, guesses }), noteUse: uses.note }),
  { secrets: apiKeySecrets, keys: keyLookup, guesses: keyGuesses, clock, uses: keyUses },
)

export const admission = provision('admission', makeAdmission, {
  rates,
  limiter,
  knownNetworks,
  clock,
  authenticateApiKey,
  authenticateSession,
})
export const admitMail = provision('admitMail', makeAdmitMail, { limiter, knownNetworks, clock })
