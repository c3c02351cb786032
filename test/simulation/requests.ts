import { createHash } from 'node:crypto'
import type { Request } from './history.ts'
import { REFUSE, SAY_NOTHING } from './scripted-providers.ts'

export type EndpointName = Request['endpoint']

const TOKEN = 1_000_000n

/** What each endpoint costs and what it leaves behind when it succeeds. */
export const TERMS: Readonly<
  Record<EndpointName, { readonly priceMicro: bigint; readonly leaves: 'answer' | 'message' | 'media' | 'video' }>
> = {
  message: { priceMicro: 2n * TOKEN, leaves: 'message' },
  chat: { priceMicro: TOKEN, leaves: 'answer' },
  // The higher of the task's price and of what a turn of the conversation costs (contract 8).
  chat_in_conversation: { priceMicro: 2n * TOKEN, leaves: 'message' },
  text: { priceMicro: 3n * TOKEN, leaves: 'message' },
  image: { priceMicro: 5n * TOKEN, leaves: 'media' },
  video: { priceMicro: 6n * TOKEN, leaves: 'video' },
}

/** The key names the endpoint, so that a record says what was asked. */
export const keyOf = ({ endpoint, slot }: Request): string => `${endpoint} ${slot}`

export const endpointOf = (key: string): EndpointName => key.split(' ')[0] as EndpointName

/** Some prompts are refused, and to some there is nothing to say. */
const MOODS: Readonly<Record<string, string>> = { 'text 1': REFUSE, 'message 2': SAY_NOTHING, 'video 1': REFUSE }

export const promptOf = (request: Request): string =>
  request.other ? 'something else' : (MOODS[keyOf(request)] ?? `tell me of ${keyOf(request)}`)

export const hashOf = (request: Request): Uint8Array =>
  createHash('sha256')
    .update(`${keyOf(request)} ${promptOf(request)}`)
    .digest()
