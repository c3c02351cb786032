import { type Either, isLeft, isRight, left } from 'fp-ts/lib/Either.js'
import { admitKey, type InvalidApiKey } from '../../domain/api-keys/api-key.ts'
import { hasKeyShape } from '../../domain/api-keys/presented-key.ts'
import type { GatewayPrincipal } from '../../domain/identity/principal.ts'
import type { FindPresentedKey, TooManyGuesses } from '../admission/find-presented-key.ts'
import type { ApiKeySecrets } from '../ports/api-key-secrets.ts'
import type { Clock } from '../ports/clock.ts'

export interface AuthenticateApiKeyDeps {
  readonly secrets: Pick<ApiKeySecrets, 'hash'>
  readonly findKey: FindPresentedKey
  readonly clock: Clock
  /** Notes that the key was used; must return at once. */
  readonly noteUse: (keyId: string, nowMs: number) => void
}

export type AuthenticateApiKey = (
  presented: string,
  clientAddress: string,
) => Promise<Either<InvalidApiKey | TooManyGuesses, GatewayPrincipal>>

/** Stands before every call of the public gateway, so it does no more than one hash and one cached look-up. */
export const authenticateApiKey =
  (deps: AuthenticateApiKeyDeps): AuthenticateApiKey =>
  async (presented, clientAddress) => {
    if (!hasKeyShape(presented)) return left({ tag: 'invalid_api_key' })
    const known = await deps.findKey(deps.secrets.hash(presented), clientAddress)
    if (isLeft(known)) return known
    const nowMs = deps.clock.now()
    const admitted = admitKey(known.right, nowMs)
    if (isRight(admitted)) deps.noteUse(admitted.right.keyId, nowMs)
    return admitted
  }
