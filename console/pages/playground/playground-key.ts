import { signal } from '@preact/signals'
import { account } from '../../api/account.ts'
import { call } from '../../api/call.ts'
import type { ApiFailure, Outcome } from '../../api/failure.ts'
import { keyedCall } from './keyed-call.ts'
import type { KeyedRequest } from './keyed-call.ts'

/** The key of this page's calls: one that was made for it, or one that the user entered. In memory alone. */
interface PlaygroundKey {
  readonly key: string
  /** Null for a key that the user entered. */
  readonly name: string | null
}

export const playgroundKey = signal<PlaygroundKey | null>(null)

const NAME = 'Playground'
const LIFE_SECONDS = 86_400

account.subscribe((user) => {
  if (user === null) playgroundKey.value = null
})

let making: Promise<Outcome<string>> | null = null

/** Deletes the keys of pages that are gone: an account has room for so many, and one that has ended serves no page. */
const deleteEnded = async (): Promise<void> => {
  const keys = await call('GET /v1/me/api-keys')
  if (!keys.ok) return
  const nowSeconds = Date.now() / 1_000
  const ended = keys.value.filter(({ name, expires_at: at }) => name === NAME && at !== null && at <= nowSeconds)
  for (const { id } of ended) await call('DELETE /v1/me/api-keys/{key_id}', { path: { key_id: id } })
}

const makeKey = async (): Promise<Outcome<string>> => {
  const expiresAt = Math.floor(Date.now() / 1_000) + LIFE_SECONDS
  const made = await call('POST /v1/me/api-keys', { body: { name: NAME, expires_at: expiresAt } })
  if (!made.ok) return made
  playgroundKey.value = { key: made.value.key, name: NAME }
  // The call that needs the key does not wait for this.
  void deleteEnded()
  return { ok: true, value: made.value.key }
}

/** The key to call with; makes one where there is none. Calls that begin together share one. */
export const keyToCallWith = (): Promise<Outcome<string>> => {
  const known = playgroundKey.value
  if (known !== null) return Promise.resolve({ ok: true, value: known.key })
  making ??= makeKey().finally(() => {
    making = null
  })
  return making
}

/** A key that was made for this page and has ended is replaced at the next call. */
export const dropRefusedKey = (failure: ApiFailure): void => {
  const wasMade = playgroundKey.peek()?.name !== null
  if (wasMade && failure.tag === 'refused' && failure.code === 'invalid_api_key') playgroundKey.value = null
}

/** Calls the public API with the key of this page. */
export const callWithKey = async <A>(
  address: string,
  read: (answer: Response) => Promise<A>,
  request: KeyedRequest = {},
): Promise<Outcome<A>> => {
  const key = await keyToCallWith()
  if (!key.ok) return key
  const answer = await keyedCall(address, key.value, read, request)
  if (!answer.ok) dropRefusedKey(answer.failure)
  return answer
}
