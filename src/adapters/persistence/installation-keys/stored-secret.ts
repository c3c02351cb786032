import { WrongMasterKey } from '../../../application/ports/secrets/secret-wrapping.ts'
import type { SecretWrapping } from '../../../application/ports/secrets/secret-wrapping.ts'

/** How the secrets of an installation stand in its rows; null: in the clear. */
export type Wrapping = SecretWrapping | null

/** Names the secret of a row, so that it unwraps in no other. */
export const placeOf = (table: 'signing_keys' | 'session_secrets', row: string): string => `${table}/${row}`

export const unwrapWith = (wrapping: Wrapping, wrapped: string, place: string): Promise<Uint8Array> => {
  if (wrapping !== null) return wrapping.unwrap(wrapped, place)
  throw new WrongMasterKey('the secrets of this database are wrapped: set MASTER_KEY to the key they were wrapped with')
}
