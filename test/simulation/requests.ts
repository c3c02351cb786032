import { createHash } from 'node:crypto'
import type { Request } from './history.ts'
import { REFUSE, SAY_NOTHING } from './scripted-vendors.ts'

export type EndpointName = Request['endpoint']

const TOKEN = 1_000_000n

/** What each endpoint costs and what it leaves behind when it succeeds. */
export const TERMS: Readonly<
  Record<EndpointName, { readonly priceMicro: bigint; readonly leaves: 'answer' | 'message' | 'media' | 'film' }>
> = {
  message: { priceMicro: 2n * TOKEN, leaves: 'message' },
  chat: { priceMicro: TOKEN, leaves: 'answer' },
  chat_in_conversation: { priceMicro: TOKEN, leaves: 'message' },
  text: { priceMicro: 3n * TOKEN, leaves: 'message' },
  picture: { priceMicro: 5n * TOKEN, leaves: 'media' },
  film: { priceMicro: 20n * TOKEN, leaves: 'film' },
}

/** The key names the endpoint, so that a record says what was asked. */
export const keyOf = ({ endpoint, slot }: Request): string => `${endpoint} ${slot}`

export const endpointOf = (key: string): EndpointName => key.split(' ')[0] as EndpointName

const PROMPTS = ['tell me of the sea', 'and of the hills', REFUSE, SAY_NOTHING] as const

export const promptOf = ({ slot, other }: Request): string => (other ? 'something else' : (PROMPTS[slot] ?? ''))

export const hashOf = (request: Request): Uint8Array =>
  createHash('sha256')
    .update(`${keyOf(request)} ${promptOf(request)}`)
    .digest()
