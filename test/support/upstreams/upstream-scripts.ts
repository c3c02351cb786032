import { setTimeout as wait } from 'node:timers/promises'
import type { ReceivedRequest, Script } from './scripted-upstream.ts'

type Json = Readonly<Record<string, unknown>>

/** An SSE frame of one JSON value. */
export const frame = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

export const DONE = 'data: [DONE]\n\n'

/** A chunk with one choice. */
export const chunk = (delta: Json, finishReason: string | null = null, more: Json = {}): Json => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finishReason }],
  ...more,
})

export const usageChunk = (usage: Json): Json => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [],
  usage,
})

export const usage = (prompt: number, completion: number): Json => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
})

/** A whole answer with one choice. */
export const completion = (message: Json, more: Json = {}): Json => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', logprobs: null }],
  usage: usage(3, 2),
  ...more,
})

/** Answers with this JSON value and status. */
export const answersJson =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Script =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

/** Answers with this text as it is. */
export const answersText =
  (text: string, status = 200, contentType = 'application/json'): Script =>
  (response) =>
    response.writeHead(status, { 'content-type': contentType }).end(text)

const STREAM_HEAD = { 'content-type': 'text/event-stream', 'x-request-id': 'req-scripted' }

type Pieces = readonly (string | Buffer)[] | AsyncIterable<string>

/** Sends each piece as its own packet, `gapMs` apart, and ends cleanly. */
export const streams =
  (pieces: Pieces, gapMs = 0): Script =>
  async (response) => {
    response.writeHead(200, STREAM_HEAD)
    for await (const piece of pieces) {
      response.write(piece)
      await wait(gapMs)
    }
    response.end()
  }

/** The pieces of a stream, of which the last ones wait until they are let go. */
export const endingLater = async function* (
  pieces: readonly string[],
  last: readonly string[],
  letGo: Promise<unknown>,
): AsyncGenerator<string> {
  yield* pieces
  await letGo
  yield* last
}

/** Sends the pieces and leaves the connection open without another byte. */
export const streamsThenHangs =
  (pieces: readonly string[]): Script =>
  (response) => {
    response.writeHead(200, STREAM_HEAD)
    response.write(pieces.join(''))
  }

/** Sends the pieces and breaks the connection. */
export const streamsThenBreaks =
  (pieces: readonly string[]): Script =>
  async (response) => {
    response.writeHead(200, STREAM_HEAD)
    response.write(pieces.join(''))
    await wait(5)
    response.destroy()
  }

/** Sends the pieces, then the beat for ever. */
export const streamsThenBeats =
  (pieces: readonly string[], beat: string, everyMs: number): Script =>
  (response) => {
    response.writeHead(200, STREAM_HEAD)
    response.write(pieces.join(''))
    const beating = setInterval(() => response.write(beat), everyMs)
    response.on('close', () => clearInterval(beating))
  }

/** Accepts the request and never answers. */
export const hangs = (): Script => () => undefined

interface Gated {
  readonly script: Script
  open(): void
}

/** Waits with its answer until it is let go. */
export const gated = (script: Script): Gated => {
  const gate = Promise.withResolvers<undefined>()
  return {
    script: async (response, request) => {
      await gate.promise
      await script(response, request)
    },
    open: () => gate.resolve(undefined),
  }
}

/** Breaks the connection in place of an answer. */
export const resets = (): Script => (response) => response.socket?.resetAndDestroy()

/** The words of the last message back, plain or streamed as asked, with usage. */
export const echoes = (): Script => (response, request) => {
  const words = lastWords(request)
  if (request.body['stream'] === true) return streams(framesOf(words))(response, request)
  return answersJson(completion({ content: words.join(' ') }))(response, request)
}

/** The same, but waits until it is let go: with a plain answer, or with a streamed one behind its first word. */
export const gatedEcho = (): Gated => {
  const gate = Promise.withResolvers<undefined>()
  return {
    script: async (response, request) => {
      const isStream = request.body['stream'] === true
      const [role, word, ...others] = framesOf(lastWords(request))
      if (isStream) response.writeHead(200, STREAM_HEAD).write(`${role}${word}`)
      await gate.promise
      return isStream ? response.end(others.join('')) : echoes()(response, request)
    },
    open: () => gate.resolve(undefined),
  }
}

const framesOf = (words: readonly string[]): readonly string[] => [
  frame(chunk({ role: 'assistant', content: '' })),
  ...words.map((word, index) => frame(chunk({ content: index === 0 ? word : ` ${word}` }))),
  frame(chunk({}, 'stop')),
  frame(usageChunk(usage(3, words.length))),
  DONE,
]

const lastWords = ({ body }: ReceivedRequest): readonly string[] => {
  const messages: unknown = body['messages']
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : null
  const content = typeof last === 'object' && last !== null && 'content' in last ? last.content : ''
  return (typeof content === 'string' ? content : JSON.stringify(content)).split(' ')
}
