import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { ChatEvent } from '../../../application/gateway/chat/chat-event.ts'
import type { ChatEventStream } from '../../../application/gateway/chat/chat-event-stream.ts'
import type { ChatFailure, ChatInput } from '../../../application/gateway/chat/chat-call.ts'
import type { AnsweredChat, CompletedChat } from '../../../application/gateway/chat/complete-chat.ts'
import type { Metered } from '../../../application/gateway/metering/metered-call.ts'
import { keptBytes } from '../../../application/load/kept-bytes.ts'
import { whenKnown } from '../../../application/now-or-later.ts'
import type { NowOrLater } from '../../../application/now-or-later.ts'
import { unixSeconds } from '../../../domain/time-units.ts'
import type { Clock } from '../../../application/ports/process/clock.ts'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import type { NativeReach } from '../../../application/gateway/routing/native-reach.ts'
import type { ChatCompletion } from '../../../domain/chat/completion.ts'
import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import type { NativeRequest } from '../../../domain/chat/native.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import type { ChatSurface } from '../../../domain/ledger/receipt-facts.ts'
import { formatMicro } from '../../../domain/money/decimal.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import type { Call } from '../endpoint/endpoint.ts'
import type { CallLogFields } from '../request/call-log-fields.ts'
import type { HttpResponse } from '../sending/http-response.ts'
import { PING_AFTER_MS, within } from '../sending/keep-alive.ts'
import { ignoredFieldsHeader } from './ignored-fields-header.ts'
import type { CallersPath } from './in-callers-terms.ts'
import { OPERATION_ID_HEADER, paidHeaders } from '../endpoint/paid-headers.ts'
import { isNeverShortened, outputLimitHeader } from './shortened-answers.ts'
import type { shortenHeader } from './shortened-answers.ts'
import { paidResponse } from './write-answer.ts'

export interface AnswerChatDeps {
  readonly completeChat: (input: ChatInput) => NowOrLater<Either<ChatFailure, Metered<AnsweredChat>>>
  readonly streamChat: (input: ChatInput) => Promise<Either<ChatFailure, ChatEventStream>>
  /** Fields that are not sent to the model's providers. */
  readonly ignoredChatFields: (
    request: ChatRequest,
    native?: NativeRequest,
    isNativeAnswer?: boolean | null,
  ) => readonly string[]
  readonly clock: Clock
}

/** What is the same in every part of one answer. */
export interface ChatAnswerHead {
  readonly operationId: string
  /** Our public model id, never the upstream's. */
  readonly model: string
  /** Unix seconds. */
  readonly created: number
}

/** Writes one streamed answer, event by event. A frame may be the text of several server-sent events, or none. */
export interface ChatStreamWriter {
  /** What stands before everything else; sent with the first event, or earlier when that is long in coming. */
  readonly opening: string
  readonly chunks: (chunks: readonly ChatChunk[]) => string
  /** The most that it keeps of the answer in memory beside its words; absent: nothing. */
  readonly keptBytes?: () => number
  /** The end of a whole answer; a promise where something must be durable before the client sees the end. */
  readonly completed: (event: Extract<ChatEvent, { tag: 'completed' }>) => NowOrLater<string>
  /** A cut stream never looks like a success: this is the last frame, and it says so. */
  readonly failed: (failure: CallFailure) => string
}

/** Whether the provider that is asked is asked in the surface's own wire; null where some are and others are not. */
const IS_NATIVE: Readonly<Record<NativeReach, boolean | null>> = { all: true, some: null, none: false }

/** The same by what has come of its answer; null where that is a refusal, which has the gateway's words. */
const isNativeIn = (answer: readonly Pick<ChatChunk | ChatCompletion, 'native' | 'choices'>[]): boolean | null => {
  if (answer.some(({ native }) => native !== undefined)) return true
  const isRefused = answer.some(({ choices }) => choices.some(({ finish_reason: end }) => end === 'content_filter'))
  return isRefused ? null : false
}

const asWritten: CallersPath = (path) => path

type WholeBody = Readonly<Record<string, unknown>> | string

const wholeResponse = (body: WholeBody, headers: Readonly<Record<string, string>>): HttpResponse => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { tag: 'json_text', status: 200, text, headers }
}

/** How one surface writes the answers to a chat request. */
export interface ChatWriter {
  /** The body, or the JSON text of a body that keeps its provider's bytes. A promise as in a stream. */
  readonly whole: (head: ChatAnswerHead, answer: CompletedChat) => NowOrLater<WholeBody>
  readonly stream: (head: ChatAnswerHead) => ChatStreamWriter
}

/** Fields of the surface's own request that no provider is given. */
interface IgnoredFields {
  /** Where a provider is asked in chat's words, to which the surface translated. */
  readonly translated: readonly string[]
  /** Where it is asked in the surface's own. */
  readonly native: readonly string[]
}

interface ChatQuestion {
  readonly request: ChatRequest
  /** Writes the answer. */
  readonly writer: ChatWriter
  readonly surface: ChatSurface
  /** The request in the words of the surface, for providers that speak its wire. */
  readonly native?: NativeRequest | undefined
  readonly isStream: boolean
  /** Names the call, its hold and its charge. */
  readonly operationId: string
  readonly ignoredFields: IgnoredFields
  /** How many of the model's deployments are asked in the surface's own wire. */
  readonly nativeReach: NativeReach
  /** Absent where `request` is the caller's own. */
  readonly callersPath?: CallersPath
  /** What the surface calls the reasoning of earlier answers that a client gives back. */
  readonly reasoningField: string
  /** What the surface's stream codec fills silence with. */
  readonly ping: string
}

type ChatCall = Pick<
  Call<unknown, unknown, unknown, unknown>,
  'addLogFields' | 'onClientDisconnect' | 'session' | 'showTokens' | 'answerMemory'
> & { readonly headers: t.TypeOf<typeof shortenHeader> }

const tokensOf = ({ promptTokens, completionTokens }: TokenUsage): CallLogFields => ({ promptTokens, completionTokens })

const calledBy = ({ session, showTokens, headers, answerMemory }: ChatCall, principal: GatewayPrincipal) => ({
  principal,
  session,
  isNeverShortened: isNeverShortened(headers),
  onTokens: showTokens,
  memory: answerMemory(),
})

interface FrameOptions {
  /** What to send before the first event has come, when that took long. */
  readonly ping: string | null
  /** Called with what a whole answer used and costs, before its last frame. */
  readonly completed: (usage: TokenUsage, priceMicro: bigint) => void
  /** Ends the call where a frame cannot be written. */
  readonly unwritten: () => void
  /** Where what the writer keeps counts: while that has no room, the provider waits. */
  readonly memory: HeldMemory
}

const FAULT: CallFailure = { tag: 'upstream_error', mayHaveWorked: true }

/** The last frame of a stream whose writer failed; empty where it cannot write even that. */
const lastFrameOf = (writer: ChatStreamWriter): string => {
  try {
    return writer.failed(FAULT)
  } catch {
    return ''
  }
}

/**
 * The frames of a call's events, one text for each: asking for the next text asks for the next event, which tells the
 * call that the one before was handed over.
 */
async function* writeFrames(
  first: Promise<IteratorResult<ChatEvent, undefined>>,
  events: AsyncIterator<ChatEvent, undefined>,
  writer: ChatStreamWriter,
  { ping, completed, unwritten, memory }: FrameOptions,
): AsyncGenerator<string, void, undefined> {
  const frameOf = (event: ChatEvent): NowOrLater<string> => {
    switch (event.tag) {
      case 'chunks':
        return writer.chunks(event.chunks)
      case 'completed':
        completed(event.usage, event.priceMicro)
        return writer.completed(event)
      case 'failed':
        return writer.failed(event.failure)
    }
  }
  const roomFor = keptBytes(memory)
  let { opening } = writer
  try {
    if (ping !== null) {
      if (opening !== '') yield opening
      opening = ''
      yield ping
    }
    for (let next = await first; next.done !== true; next = await events.next()) {
      const frame = frameOf(next.value)
      yield opening + (typeof frame === 'string' ? frame : await frame)
      opening = ''
      const room = writer.keptBytes === undefined ? null : roomFor(writer.keptBytes())
      if (room !== null) await room
    }
  } catch (error) {
    unwritten()
    yield opening + lastFrameOf(writer)
    throw error
  } finally {
    await events.return?.()
  }
}

/** Names what the provider was not given, each once; where it is not known which is asked, what any is not given. */
const ignoredHeaderOf =
  ({ ignoredChatFields }: Pick<AnswerChatDeps, 'ignoredChatFields'>) =>
  (
    { request, native, ignoredFields, nativeReach, reasoningField, callersPath = asWritten }: ChatQuestion,
    { lacksReasoning, isAnswerNative }: { readonly lacksReasoning: boolean; readonly isAnswerNative: boolean | null },
  ): Readonly<Record<string, string>> => {
    const isNative = isAnswerNative ?? IS_NATIVE[nativeReach]
    const ofProvider = ignoredChatFields(request, native, isNative).map((path) => callersPath(path))
    const names = new Set([
      ...(isNative === true ? [] : ignoredFields.translated),
      ...(isNative === false ? [] : ignoredFields.native),
      ...(lacksReasoning ? [reasoningField] : []),
      ...ofProvider,
    ])
    return ignoredFieldsHeader([...names])
  }

/**
 * Answers a chat request whole or streamed, for every surface that asks for chat: the calls, the price and the moments
 * at which money moves are the same, only the writer differs.
 */
export const answerChat = (deps: AnswerChatDeps) => {
  const ignoredHeader = ignoredHeaderOf(deps)

  const respondWhole = async (
    call: ChatCall,
    principal: GatewayPrincipal,
    question: ChatQuestion,
  ): Promise<Either<ChatFailure, HttpResponse>> => {
    const { request, surface, native, operationId, writer } = question
    const created = unixSeconds(deps.clock.now())
    const metered = await deps.completeChat({ ...calledBy(call, principal), request, surface, native, operationId })
    if (isLeft(metered)) return metered
    const response = paidResponse(metered.right, (answer) => {
      call.addLogFields({ ...tokensOf(answer.usage), costRub: formatMicro(answer.priceMicro, 'RUB') })
      const headers = {
        ...paidHeaders(operationId, answer.priceMicro),
        ...outputLimitHeader(answer.shortenedTo),
        ...ignoredHeader(question, {
          lacksReasoning: answer.lacksReasoning,
          isAnswerNative: isNativeIn([answer.completion]),
        }),
      }
      const written = writer.whole({ operationId, model: request.model, created }, answer)
      return whenKnown(written, (body) => wholeResponse(body, headers))
    })
    return right(response instanceof Promise ? await response : response)
  }

  const respondStreamed = async (
    call: ChatCall,
    principal: GatewayPrincipal,
    question: ChatQuestion,
  ): Promise<Either<ChatFailure, HttpResponse>> => {
    const { request, surface, native, operationId, writer, ping } = question
    const created = unixSeconds(deps.clock.now())
    const opened = await deps.streamChat({ ...calledBy(call, principal), request, surface, native, operationId })
    if (isLeft(opened)) return opened
    const { events, disconnect, unwritten, lacksReasoning, mayHaveWorked, shortenedTo } = opened.right
    try {
      call.onClientDisconnect(disconnect)

      // While nothing has been sent, a failure is still an HTTP status of its own and the client may retry.
      const first = events.next()
      const begun = await within<IteratorResult<ChatEvent, undefined>>(first, PING_AFTER_MS)
      if (begun?.value?.tag === 'failed') return left(begun.value.failure)

      const streamWriter = writer.stream({ operationId, model: request.model, created })
      const frames = writeFrames(first, events, streamWriter, {
        ping: begun === null ? ping : null,
        completed: (usage, priceMicro) =>
          call.addLogFields({ ...tokensOf(usage), costRub: formatMicro(priceMicro, 'RUB') }),
        unwritten,
        memory: call.answerMemory(),
      })
      const isAnswerNative = begun?.value?.tag === 'chunks' ? isNativeIn(begun.value.chunks) : null
      const ignored = ignoredHeader(question, { lacksReasoning: lacksReasoning(), isAnswerNative })
      const headers = { [OPERATION_ID_HEADER]: operationId, ...outputLimitHeader(shortenedTo), ...ignored }
      return right({ tag: 'events', frames, ping, headers, unsent: unwritten, mayHaveWorked })
    } catch (error) {
      unwritten()
      throw error
    }
  }

  return (call: ChatCall, principal: GatewayPrincipal, question: ChatQuestion) =>
    question.isStream ? respondStreamed(call, principal, question) : respondWhole(call, principal, question)
}
