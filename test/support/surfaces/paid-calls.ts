import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mp3OfSeconds, wavOfSeconds } from '../media/recordings.ts'
import { TINY_PNG } from '../media/tiny-images.ts'
import { makeDataDir } from '../processes/gateway-process.ts'
import { startScriptedUpstream } from '../upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../upstreams/scripted-upstream.ts'
import { answersJson, DONE, endingLater, frame, streams } from '../upstreams/upstream-scripts.ts'
import { SURFACES } from './surface-calls.ts'
import { answersOnAnyWire } from './upstream-answer.ts'

/** One way to ask for paid work. */
export interface PaidCall {
  readonly path: string
  readonly body: () => string | FormData
  /** What ends a streamed answer; null where it comes whole. */
  readonly end: string | null
  /** In micro-roubles, by what the provider counts. */
  readonly price: bigint
}

/** The price of speech. */
export const SPEECH_MICRO_A_CHARACTER = 20_000n

const WORDS = 'one two three four five six seven eight'

const tokens = { unit: 'tokens', input_per_million: '1000', output_per_million: '2000' }

const modelOf = (name: string, provider: string, more: object): object => ({
  id: `paid/${name}`,
  kind: name,
  deployments: [{ provider, model: name }],
  ...more,
})

const CHAT = {
  kind: 'chat',
  capabilities: [],
  limits: { default_output_tokens: 1000, max_output_tokens: 1000 },
  tariff: tokens,
}

const MODELS = [
  modelOf('gpt', 'openai', CHAT),
  modelOf('claude', 'anthropic', CHAT),
  modelOf('embedding', 'openai', { limits: {}, tariff: { unit: 'tokens', input_per_million: '1000' } }),
  modelOf('transcription', 'openai', { limits: {}, streams: true, tariff: { unit: 'audio_second', price: '1' } }),
  modelOf('image', 'openai', { limits: { max_images: 4 }, tariff: { unit: 'image', price: '0.5' } }),
  modelOf('speech', 'openai', {
    limits: {},
    tariff: { unit: 'characters', per_million: String(SPEECH_MICRO_A_CHARACTER) },
  }),
]

/** The catalogue of everything that the calls below ask for, sold by one scripted server. */
const CATALOG = JSON.stringify({
  providers: ['openai', 'anthropic'].map((id) => ({ id, adapter: id })),
  models: MODELS,
})

const environmentOf = (catalogFile: string, upstreamUrl: string): Readonly<Record<string, string>> => ({
  CATALOG_FILE: catalogFile,
  OPENAI_API_KEY: 'sk-openai',
  OPENAI_BASE_URL: upstreamUrl,
  ANTHROPIC_API_KEY: 'sk-ant',
  ANTHROPIC_BASE_URL: upstreamUrl,
  // What is paid for cannot be bought for nothing.
  SANDBOX_PAYMENTS: 'off',
})

const embeds = answersJson({
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [1, 0] }],
  model: 'm',
  usage: { prompt_tokens: 7, total_tokens: 7 },
})

const transcribes = answersJson({ text: WORDS, usage: { type: 'duration', seconds: 2 } })

const dictates =
  (pauseMs: number, letGo: Promise<unknown>): Script =>
  (response, request) => {
    const deltas = WORDS.split(/(?= )/).map((delta) => frame({ type: 'transcript.text.delta', delta }))
    const end = [frame({ type: 'transcript.text.done', text: WORDS }), DONE]
    return streams(endingLater(deltas, end, letGo), pauseMs)(response, request)
  }

const paints: Script = (response, request) => {
  const images = Array.from({ length: Number(request.body['n'] ?? 1) }, () => ({
    b64_json: Buffer.from(TINY_PNG).toString('base64'),
  }))
  return answersJson({ created: 1, data: images })(response, request)
}

const speaks: Script = async (response) =>
  response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(await mp3OfSeconds(0.1))

const AT_ONCE = Promise.resolve()

/**
 * Answers every kind of request, with this pause between the pieces of a stream; a whole answer takes five of them. A
 * whole answer, and the end of a stream, wait for `letGo` besides.
 */
export const answersPaidCalls =
  (pauseMs: number, letGo: Promise<unknown> = AT_ONCE): Script =>
  async (response, request) => {
    const isStream = String(request.body['stream']) === 'true'
    if (!isStream) await Promise.all([wait(pauseMs * 5), letGo])
    if (request.path.endsWith('/embeddings')) return embeds(response, request)
    if (request.path.endsWith('/images/generations')) return paints(response, request)
    if (request.path.endsWith('/audio/speech')) return speaks(response, request)
    if (request.path.endsWith('/transcriptions'))
      return (isStream ? dictates(pauseMs, letGo) : transcribes)(response, request)
    return answersOnAnyWire({ text: WORDS, end: 'stop' }, pauseMs, letGo)(response, request)
  }

/** What sells everything that the calls below ask for. */
export interface PaidCallsProvider {
  readonly upstream: ScriptedUpstream
  /** What a process needs beside its database to sell it. */
  readonly environment: Readonly<Record<string, string>>
  /** Empty but for the catalogue. */
  readonly folder: string
  close(): Promise<void>
}

export const startPaidCallsProvider = async (pauseMs: number): Promise<PaidCallsProvider> => {
  const [upstream, files] = await Promise.all([startScriptedUpstream(), makeDataDir()])
  upstream.onEveryModel(answersPaidCalls(pauseMs))
  const catalogFile = join(files.path, 'catalog.yaml')
  await writeFile(catalogFile, CATALOG)
  return {
    upstream,
    environment: environmentOf(catalogFile, upstream.baseUrl),
    folder: files.path,
    close: async () => {
      await upstream.close()
      await files.remove()
    },
  }
}

const chatCall = (surface: keyof typeof SURFACES, model: string, end: string | null): PaidCall => {
  const { path, bodyOf } = SURFACES[surface]
  return {
    path,
    body: () => JSON.stringify(bodyOf({ model, text: 'hello', stream: end !== null })),
    end,
    price: 100n * 1_000n + 20n * 2_000n,
  }
}

const transcription = (end: string | null): PaidCall => ({
  path: '/v1/audio/transcriptions',
  body: () => {
    const form = new FormData()
    form.set('model', 'paid/transcription')
    form.set('file', new Blob([wavOfSeconds(1.5)]), 'recording.wav')
    if (end !== null) form.set('stream', 'true')
    return form
  },
  end,
  price: 2_000_000n,
})

const whole = (path: string, body: object, price: bigint): PaidCall => ({
  path,
  body: () => JSON.stringify(body),
  end: null,
  price,
})

export const PAID_CALLS: Readonly<Record<string, PaidCall>> = {
  'chat completions': chatCall('chat', 'paid/gpt', null),
  'streamed chat completions': chatCall('chat', 'paid/gpt', 'data: [DONE]'),
  responses: chatCall('responses', 'paid/gpt', null),
  'streamed responses': chatCall('responses', 'paid/gpt', 'event: response.completed'),
  'translated responses': chatCall('responses', 'paid/claude', 'event: response.completed'),
  messages: chatCall('messages', 'paid/claude', null),
  'streamed messages': chatCall('messages', 'paid/claude', 'event: message_stop'),
  'translated messages': chatCall('messages', 'paid/gpt', 'event: message_stop'),
  embeddings: whole('/v1/embeddings', { model: 'paid/embedding', input: 'hello' }, 7_000n),
  images: whole('/v1/images/generations', { model: 'paid/image', prompt: 'hello', n: 2 }, 1_000_000n),
  speech: whole(
    '/v1/audio/speech',
    { model: 'paid/speech', voice: 'alloy', input: 'hello' },
    5n * SPEECH_MICRO_A_CHARACTER,
  ),
  transcriptions: transcription(null),
  'streamed transcriptions': transcription('transcript.text.done'),
}

/** The body of a call with these words in place of its own. */
export const bodyWith = (call: PaidCall, words: string): string | FormData => {
  const body = call.body()
  if (typeof body === 'string') return body.replace('hello', words)
  body.set('prompt', words)
  return body
}

/** What a client has of the answer to a paid call. */
export interface PaidAnswer {
  /** 0 where the connection broke before any head came. */
  readonly status: number
  readonly headers: Headers
  readonly operationId: string
  readonly bytes: Buffer
  readonly isWhole: boolean
}

export const isReplay = ({ headers }: PaidAnswer): boolean => headers.get('idempotency-replayed') === 'true'

const isAnswer = (bytes: Buffer, headers: Headers): boolean => {
  if (headers.get('content-type')?.startsWith('audio/') === true)
    return bytes.length === Number(headers.get('content-length'))
  try {
    return typeof JSON.parse(bytes.toString()) === 'object'
  } catch {
    return false
  }
}

interface AskOptions {
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Called with each piece of the answer as it comes. */
  readonly onPiece?: () => void
  /** In place of that of the call. */
  readonly body?: string | FormData
}

/** Sends a paid call and reads as much of its answer as comes. It never rejects. */
export const askPaidCall = async (
  url: string,
  apiKey: string,
  call: PaidCall,
  { idempotencyKey, signal, onPiece, body = call.body() }: AskOptions = {},
): Promise<PaidAnswer> => {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  }
  const pieces: Uint8Array[] = []
  let response: Response | null = null
  try {
    response = await fetch(url + call.path, {
      method: 'POST',
      headers,
      body,
      ...(signal === undefined ? {} : { signal }),
    })
    for await (const piece of response.body ?? []) {
      pieces.push(piece as Uint8Array)
      onPiece?.()
    }
  } catch {
    // A broken connection: what came before is what the client has.
  }
  const bytes = Buffer.concat(pieces)
  if (response === null) return { status: 0, headers: new Headers(), operationId: '', bytes, isWhole: false }
  return {
    status: response.status,
    headers: response.headers,
    operationId: response.headers.get('x-gateway-operation-id') ?? '',
    bytes,
    isWhole: call.end === null ? isAnswer(bytes, response.headers) : bytes.includes(call.end),
  }
}
