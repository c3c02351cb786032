import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { mapPorts } from '../../../application/ports/providers/provider-ports.ts'
import type { PortByKind, ProviderPorts } from '../../../application/ports/providers/provider-ports.ts'
import type { Deployment, ModelKind } from '../../../domain/catalog/model.ts'
import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { observed } from '../observed-port.ts'
import type { CallOf, Observer } from '../observed-port.ts'
import type { CallNotebook, CallNotes } from './call-notes.ts'
import type { Figures } from './open-metrics.ts'

type AnyPort = PortByKind[ModelKind]

/** What calls of all ports have in common; the poll of a video has neither a request nor an operation. */
interface ProviderCall {
  readonly deployment: Deployment
  readonly request?: { readonly model: string }
  readonly operationId?: string
  readonly signal?: AbortSignal | undefined
}

/** What the conventions call the work of each kind of model, and our own word where they have none. */
export const OPERATION_NAMES: Readonly<Record<ModelKind, string>> = {
  chat: 'chat',
  embedding: 'embeddings',
  image: 'image_generation',
  speech: 'speech',
  transcription: 'transcription',
  video: 'video_generation',
}

/** Methods that ask about work which another call has begun or will begin: they take no part in its durations. */
const IS_FOLLOW_UP: ReadonlySet<string> = new Set(['poll', 'download', 'count'])

interface MeasuredProviderDeps {
  readonly figures: Figures
  readonly notebook: CallNotebook
  /** A monotonic clock. */
  readonly nowMs?: () => number
}

const completionTokensIn = (element: unknown): number | null => {
  if (!Array.isArray(element)) return null
  let tokens: number | null = null
  for (const { usage } of element as readonly ChatChunk[]) tokens = usage?.completionTokens ?? tokens
  return tokens
}

const causeOf = (outcome: Either<unknown, unknown>): string | null =>
  isLeft(outcome) ? (outcome.left as UpstreamFailure).tag : null

interface Times {
  readonly startedMs: number
  /** Null where the answer was no stream. */
  readonly firstMs: number | null
  readonly wholeMs: number
  /** Output tokens, where the provider counted them. */
  readonly tokens: number | null
}

const observeDurations = (
  figures: Figures,
  labels: readonly [operation: string, provider: string, model: string],
  { startedMs, firstMs, wholeMs, tokens }: Times,
): void => {
  figures.genAiDuration.observe((wholeMs - startedMs) / 1000, ...labels)
  if (firstMs === null) return
  figures.genAiFirstToken.observe((firstMs - startedMs) / 1000, ...labels)
  if (tokens !== null && tokens > 1) figures.genAiPerToken.observe((wholeMs - firstMs) / (tokens - 1) / 1000, ...labels)
}

/** Of a call without an operation: they are never read. */
const unread = (): CallNotes => ({ waitedMs: 0, provider: '', model: '', isStream: false, isCut: false })

/**
 * The same ports; every call counts under its provider, its model and its outcome, and the time for which the gateway
 * waited for it is noted with its operation. A call that its caller gave up counts as no failure.
 */
export const measuredProvider = ({ figures, notebook, nowMs = () => performance.now() }: MeasuredProviderDeps) => {
  const observerOf = (kind: ModelKind, method: string, call: ProviderCall): Observer => {
    const { deployment, request, operationId, signal } = call
    const { provider } = deployment
    const model = request?.model ?? ''
    const notes = operationId === undefined ? unread() : notebook.of(operationId)
    notes.provider = provider
    notes.model = model
    const startedMs = nowMs()
    let askedMs = startedMs
    let firstMs: number | null = null
    let tokens: number | null = null
    let isFailed = false
    let isBegun = false
    const waited = (): void => {
      notes.waitedMs += nowMs() - askedMs
    }
    const fail = (cause: string): void => {
      if (isFailed) return
      isFailed = true
      if (signal?.aborted === true) return
      figures.providerFailures.add(1, provider, cause)
      if (isBegun) notes.isCut = true
    }
    return {
      // Methods that answer at once, which ask no provider, never come here.
      answered: (outcome) => {
        waited()
        figures.providerCalls.add(1, provider)
        const cause = causeOf(outcome)
        if (cause !== null) fail(cause)
        // A broken answer of an earlier deployment is not what the client gets.
        else notes.isCut = false
        return outcome
      },
      asked: () => {
        askedMs = nowMs()
        notes.isStream = true
      },
      element: (element) => {
        waited()
        const cause = causeOf(element)
        if (cause !== null) fail(cause)
        else {
          firstMs ??= nowMs()
          isBegun = true
          if (kind === 'chat' && !isLeft(element)) tokens = completionTokensIn(element.right) ?? tokens
        }
        return element
      },
      ended: (isWhole) => {
        if (!isWhole || isFailed || IS_FOLLOW_UP.has(method)) return
        const labels = [OPERATION_NAMES[kind], provider, model] as const
        observeDurations(figures, labels, { startedMs, firstMs, wholeMs: nowMs(), tokens })
      },
      threw: () => {
        waited()
        fail('exception')
      },
    }
  }
  const measured = <P extends AnyPort>(port: P, kind: ModelKind): P =>
    observed<AnyPort>(port, ({ method, input: [call] }: CallOf<AnyPort>) => observerOf(kind, method, call)) as P
  return (ports: ProviderPorts): ProviderPorts => mapPorts(ports, measured)
}
