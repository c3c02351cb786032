import { isLeft } from 'fp-ts/lib/Either.js'
import { parseMicro } from '../../../src/domain/money/decimal.ts'

interface Usage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
}

/** What came of a chat call, as its client saw it. */
export interface ChatOutcome {
  /** 0 when the connection broke before any head came. */
  readonly status: number
  readonly headers: Headers
  readonly operationId: string
  /** Of an error answer, or of an error frame in the middle of a stream. */
  readonly errorCode: string | null
  /** Everything that came of the body, as it came. */
  readonly body: string
  readonly content: string
  /** A JSON answer that parses, or a stream that ended with `[DONE]`. */
  readonly whole: boolean
  readonly usage: Usage | null
}

interface Choice {
  readonly message?: { readonly content?: string | null }
  readonly delta?: { readonly content?: string | null }
}

interface Wire {
  readonly choices?: readonly Choice[]
  readonly usage?: Usage | null
  readonly error?: { readonly code: string | null }
}

const parsed = (text: string): Wire | null => {
  try {
    return JSON.parse(text) as Wire
  } catch {
    return null
  }
}

const framesOf = (body: string): readonly string[] =>
  body.split('\n\n').flatMap((frame) => (frame.startsWith('data: ') ? [frame.slice('data: '.length)] : []))

const readAll = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  const packets: AsyncIterable<Uint8Array> | null = response.body
  let body = ''
  if (packets === null) return body
  try {
    for await (const bytes of packets) body += decoder.decode(bytes, { stream: true })
  } catch {
    // A broken connection: what came before is what the client has.
  }
  return body
}

/** Reads an answer to its end, however it ends. Never rejects. */
export const outcomeOf = async (answer: Promise<Response>): Promise<ChatOutcome> => {
  const response = await answer.catch(() => null)
  if (response === null) {
    const nothing = { headers: new Headers(), operationId: '', errorCode: null, body: '', content: '' }
    return { status: 0, whole: false, usage: null, ...nothing }
  }
  const body = await readAll(response)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const frames = isStream ? framesOf(body) : [body]
  const messages = frames.flatMap((frame) => parsed(frame) ?? [])
  return {
    status: response.status,
    headers: response.headers,
    operationId: response.headers.get('x-gateway-operation-id') ?? '',
    errorCode: messages.find(({ error }) => error !== undefined)?.error?.code ?? null,
    body,
    content: messages
      .map(({ choices }) => choices?.[0]?.message?.content ?? choices?.[0]?.delta?.content ?? '')
      .join(''),
    whole: isStream ? frames.at(-1) === '[DONE]' : messages.length === 1,
    usage: messages.findLast(({ usage }) => usage !== undefined && usage !== null)?.usage ?? null,
  }
}

/** An amount of the wire in micro-units. */
export const microOf = (text: string): bigint => {
  const micro = parseMicro(text)
  if (isLeft(micro)) throw new Error(`not an amount: ${text}`)
  return micro.right
}

/** What a sandbox model charges for its usage: 0.001 RUB a token in, 0.002 RUB a token out. */
export const sandboxPriceMicro = ({ prompt_tokens, completion_tokens }: Usage): bigint =>
  BigInt(prompt_tokens) * 1_000n + BigInt(completion_tokens) * 2_000n
