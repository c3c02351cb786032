import { authenticateApiKey } from '../../application/accounts/authenticate-api-key.ts'
import { authenticateSession } from '../../application/accounts/authenticate-session.ts'
import { admission } from '../../application/admission/admission.ts'
import { admitLetter } from '../../application/admission/admit-letter.ts'
import { findPresentedKey } from '../../application/admission/find-presented-key.ts'
import * as port from './port-tokens.ts'
import * as resource from './resource-tokens.ts'
import { provide, type Provision } from './token.ts'
import * as use from './use-case-tokens.ts'

const { clock, knownNetworks } = port
const { limiter } = resource

/** Who may call, and how often. */
export const admissionProvisions: readonly Provision[] = [
  provide(use.authenticateSession, authenticateSession, {
    accessTokens: port.accessTokens,
    sessions: port.sessionLookup,
    clock,
  }),
  provide(
    use.authenticateApiKey,
    ({ uses, keys, guesses, ...deps }) =>
      authenticateApiKey({ ...deps, findKey: findPresentedKey({ keys, guesses }), noteUse: uses.note }),
    {
      secrets: port.apiKeySecrets,
      keys: port.keyLookup,
      guesses: port.keyGuesses,
      clock,
      uses: use.keyUses,
    },
  ),
  provide(use.admission, ({ config, ...deps }) => admission({ ...deps, rates: config.rates }), {
    config: resource.config,
    limiter,
    knownNetworks,
    clock,
    authenticateApiKey: use.authenticateApiKey,
    authenticateSession: use.authenticateSession,
  }),
  provide(use.admitLetter, admitLetter, { limiter, knownNetworks, clock }),
]
