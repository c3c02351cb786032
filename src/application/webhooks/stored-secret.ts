import type { SecretWrapping } from '../ports/secrets/secret-wrapping.ts'
import { WrongMasterKey } from '../ports/secrets/secret-wrapping.ts'
import type { StoredSecrets } from '../ports/webhooks/webhook-store.ts'

/** A secret that stands in the clear begins with this; no wrapped one does. */
const CLEAR = /^whsec_/

const placeOf = (webhookId: string): string => `webhooks/${webhookId}`

/** The form in which the secret of a webhook is stored: wrapped, or clear where there is no master key. */
export const storedSecret = async (
  wrapping: SecretWrapping | null,
  webhookId: string,
  secret: string,
): Promise<string> => (wrapping === null ? secret : wrapping.wrap(new TextEncoder().encode(secret), placeOf(webhookId)))

const openSecret = async (wrapping: SecretWrapping | null, webhookId: string, stored: string): Promise<string> => {
  if (CLEAR.test(stored)) return stored
  if (wrapping === null) throw new WrongMasterKey('the secrets of webhooks are wrapped: set MASTER_KEY to their key')
  return new TextDecoder().decode(await wrapping.unwrap(stored, placeOf(webhookId)))
}

/** The secrets that sign now, the current one first. */
export const signingSecrets = async (
  wrapping: SecretWrapping | null,
  webhookId: string,
  { current, previous }: StoredSecrets,
  nowMs: number,
): Promise<readonly string[]> => {
  const live = previous !== null && nowMs < previous.until.getTime() ? [current, previous.secret] : [current]
  return Promise.all(live.map((stored) => openSecret(wrapping, webhookId, stored)))
}

/** The stored form under today's master key; null if it has that form already. */
export const renewedSecret = async (
  wrapping: SecretWrapping,
  webhookId: string,
  stored: string,
): Promise<string | null> =>
  !CLEAR.test(stored) && wrapping.isCurrent(stored)
    ? null
    : storedSecret(wrapping, webhookId, await openSecret(wrapping, webhookId, stored))
