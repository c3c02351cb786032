import type { Call } from '../call.ts'
import { RECORDINGS } from '../form-shapes.ts'

const CHARACTERS = 130_000
const RECORDING_BYTES = 2_000_000

/** A text of so many Chinese characters without a break, in no order: of all texts it takes longest to count. */
const unbroken = (): string => {
  let text = ''
  for (let at = 0, state = 1; at < CHARACTERS; at += 1) {
    state = (state * 48_271) % 2_147_483_647
    text += String.fromCharCode(0x4e00 + (state % 2_000))
  }
  return text
}

/** Asks how many tokens a long prompt is, which is free. */
export const lookUpCall = (apiKey: string): Call => ({
  method: 'POST',
  path: '/v1/messages/count_tokens',
  headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ model: 'sandbox/echo', messages: [{ role: 'user', content: unbroken() }] })),
})

const broken = RECORDINGS.find(({ name }) => name === 'mp3 with a tail of ones')

/** Sends a recording of which a reader finds no end, and which is refused at no cost. */
export const brokenRecordingCall = (apiKey: string): Call => ({
  method: 'POST',
  path: '/v1/audio/transcriptions',
  headers: { authorization: `Bearer ${apiKey}`, ...broken?.headers },
  body: broken?.make(RECORDING_BYTES) ?? null,
})
