import { isLeft, isRight, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { admitKey } from '../../domain/api-keys/api-key.ts'
import type { InvalidApiKey } from '../../domain/api-keys/api-key.ts'
import { hasKeyFormat } from '../../domain/api-keys/api-key-format.ts'
import type { GatewayPrincipal } from '../../domain/identity/principal.ts'
import type { FindPresentedKey, TooManyGuesses } from './find-presented-key.ts'
import type { ApiKeySecrets } from '../ports/accounts/api-key-secrets.ts'
import type { Clock } from '../ports/process/clock.ts'

interface AuthenticateApiKeyDeps {
  readonly secrets: Pick<ApiKeySecrets, 'hash'>
  readonly findKey: FindPresentedKey
  readonly clock: Clock
  /** Notes that a client used the key. Must return at once. */
  readonly noteUse: (keyId: string, nowMs: number) => void
}

export type AuthenticateApiKey = (
  presented: string,
  clientAddress: string,
) => Promise<Either<InvalidApiKey | TooManyGuesses, GatewayPrincipal>>

/** Runs before every call of the public gateway, so it does no more than one hash and one cached look-up. */
export const authenticateApiKey =
  (deps: AuthenticateApiKeyDeps): AuthenticateApiKey =>
  async (presented, clientAddress) => {
    if (!hasKeyFormat(presented)) return left({ tag: 'invalid_api_key' })
    const known = await deps.findKey(deps.secrets.hash(presented), clientAddress)
    if (isLeft(known)) return known
    const nowMs = deps.clock.now()
    const admitted = admitKey(known.right, nowMs)
    if (isRight(admitted)) deps.noteUse(admitted.right.keyId, nowMs)
    return admitted
  }
