import { isLeft } from 'fp-ts/lib/Either.js'
import { mapPorts } from '../../../application/ports/providers/provider-ports.ts'
import type { ProviderPorts } from '../../../application/ports/providers/provider-ports.ts'
import type { ChatResult, ChatStream, ChunkBatch } from '../../../application/ports/providers/chat-provider.ts'
import type { UsableProvider } from '../../../domain/catalog-check/usable-providers.ts'
import type { ModelKind } from '../../../domain/catalog/model.ts'
import { choicesAsked } from '../../../domain/chat/request.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { shownMessage } from '../logged-provider.ts'
import { observed } from '../observed-port.ts'
import type { CallOf, Observer } from '../observed-port.ts'
import type { AnyPort, ProviderCall } from '../provider-call.ts'
import { answerAttributes, chatFacts } from './answer-attributes.ts'
import { ATTRIBUTES } from './attributes.ts'
import type { Attributes } from './attributes.ts'
import { inputMessages } from './chat-content.ts'
import type { OperationSpans } from './operation-spans.ts'
import { providerAttributes, workOf } from './provider-attributes.ts'
import type { Span, Tracing } from './tracing.ts'

interface Asked {
  readonly kind: ModelKind
  readonly method: string
  readonly call: ProviderCall
}

const ofChatRequest = (request: ChatRequest, isStream: boolean, showsContent: boolean): Attributes => ({
  [ATTRIBUTES.isStream]: isStream,
  [ATTRIBUTES.maxTokens]: request.max_completion_tokens ?? request.max_tokens,
  [ATTRIBUTES.temperature]: request.temperature,
  [ATTRIBUTES.topP]: request.top_p,
  [ATTRIBUTES.choices]: choicesAsked(request) === 1 ? null : request.n,
  [ATTRIBUTES.inputMessages]: showsContent ? inputMessages(request.messages) : null,
})

const asked = ({ kind, method, call }: Asked, showsContent: boolean): Attributes => {
  const { name, output } = workOf(kind, method)
  return {
    [ATTRIBUTES.work]: name,
    [ATTRIBUTES.outputType]: output,
    [ATTRIBUTES.requestModel]: call.deployment.upstreamModel,
    [ATTRIBUTES.originalModel]: call.request?.model,
    [ATTRIBUTES.operationId]: call.operationId,
    ...(kind === 'chat' ? ofChatRequest(call.request as ChatRequest, method === 'stream', showsContent) : {}),
  }
}

const tellFailure = (span: Span, failure: UpstreamFailure): void => {
  span.add({
    [ATTRIBUTES.upstreamStatus]: failure.upstreamStatus,
    [ATTRIBUTES.upstreamCode]: failure.upstreamCode,
    [ATTRIBUTES.upstreamRequestId]: failure.upstreamRequestId,
  })
  span.fail(failure.tag, shownMessage(failure) ?? undefined)
}

/** A stream is asked for it, since it may be known only after the first chunk. */
const requestIdOf = (answer: unknown): string | null => {
  if (typeof answer !== 'object' || answer === null || !('upstreamRequestId' in answer)) return null
  const id = answer.upstreamRequestId as ChatResult['upstreamRequestId'] | ChatStream['upstreamRequestId']
  return typeof id === 'function' ? id() : id
}

/** Gathers what one call came to, and ends its span once. */
const spanObserver = (span: Span, { kind, call }: Asked, tracing: Tracing): Observer => {
  const startedMs = performance.now()
  const chat = kind === 'chat' ? chatFacts(tracing.showsContent) : null
  let answer: unknown = null
  let isFirst = true
  let isOver = false
  const isLeftByCaller = (): boolean => call.signal?.aborted === true
  const end = (): void => {
    if (isOver) return
    isOver = true
    span.add({
      ...chat?.attributes(),
      [ATTRIBUTES.upstreamRequestId]: requestIdOf(answer),
      [ATTRIBUTES.isCancelled]: isLeftByCaller() ? true : null,
    })
    span.end()
  }
  /** What breaks because we broke it off is no failure of the provider. */
  const fail = (failure: UpstreamFailure): void => {
    if (!isLeftByCaller()) tellFailure(span, failure)
  }
  return {
    call: (method) => tracing.run(span, method),
    answered: (outcome) => {
      if (isLeft(outcome)) fail(outcome.left as UpstreamFailure)
      else {
        answer = outcome.right
        if (kind !== 'chat') span.add(answerAttributes(kind, answer))
        else if (typeof answer === 'object' && answer !== null && 'completion' in answer)
          chat?.whole(answer as ChatResult)
      }
      return outcome
    },
    element: (element) => {
      if (isFirst) span.add({ [ATTRIBUTES.firstChunkSeconds]: (performance.now() - startedMs) / 1000 })
      isFirst = false
      if (isLeft(element)) fail(element.left as UpstreamFailure)
      else chat?.chunks(element.right as ChunkBatch)
      return element
    },
    ended: end,
    threw: () => {
      span.fail('exception')
      end()
    },
  }
}

/**
 * The same provider; every call for a recorded request is a span of its trace, from the question to the last chunk.
 * Each attempt of a call that fails over is a call. What the provider says of a failure is shown as far as the log
 * shows it.
 */
export const tracedProvider = (
  tracing: Tracing,
  operations: Pick<OperationSpans, 'find'>,
  usable: ReadonlyMap<string, UsableProvider>,
): ((ports: ProviderPorts) => ProviderPorts) => {
  const ofProvider = new Map([...usable].map(([id, provider]) => [id, providerAttributes(provider)]))
  const observe = (kind: ModelKind, { method, input: [call] }: CallOf<AnyPort>): Observer | null => {
    const question: Asked = { kind, method, call }
    const { deployment, operationId } = question.call
    const request = operations.find(operationId ?? null)
    if (request === null) return null
    const name = `${workOf(kind, method).name} ${deployment.upstreamModel}`
    const span = tracing.start(name, 'client', request, ofProvider.get(deployment.provider) ?? {})
    span.add(asked(question, tracing.showsContent))
    return spanObserver(span, question, tracing)
  }
  return (ports) =>
    mapPorts(ports, (port, kind) => observed<AnyPort>(port, (call) => observe(kind, call)) as typeof port)
}
