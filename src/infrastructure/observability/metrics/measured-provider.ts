import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { mapPorts } from '../../../application/ports/providers/provider-ports.ts'
import type { ProviderPorts } from '../../../application/ports/providers/provider-ports.ts'
import type { ModelKind } from '../../../domain/catalog/model.ts'
import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { observed } from '../observed-port.ts'
import type { CallOf, Observer } from '../observed-port.ts'
import { isFollowUp } from '../provider-call.ts'
import type { AnyPort, ProviderCall } from '../provider-call.ts'
import { newNotes } from './call-notes.ts'
import type { CallNotebook, CallNotes } from './call-notes.ts'
import type { Figures } from './open-metrics.ts'

/** What the conventions call the work of each kind of model, and our own word where they have none. */
export const OPERATION_NAMES: Readonly<Record<ModelKind, string>> = {
  chat: 'chat',
  embedding: 'embeddings',
  image: 'image_generation',
  speech: 'speech',
  transcription: 'transcription',
  video: 'video_generation',
}

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
  /** Null if the answer was no stream. */
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

/** Sees one call of a provider. It is one object and no set of functions, because every call makes one. */
class MeasuredCall implements Observer {
  readonly #deps: Required<MeasuredProviderDeps>
  readonly #kind: ModelKind
  readonly #method: string
  readonly #call: ProviderCall
  readonly #notes: CallNotes
  readonly #startedMs: number
  #askedMs: number
  /** When the provider was last heard of. */
  #heardMs: number
  #firstMs: number | null = null
  #tokens: number | null = null
  #isFailed = false

  constructor(deps: Required<MeasuredProviderDeps>, kind: ModelKind, method: string, call: ProviderCall) {
    const { deployment, request, operationId } = call
    // The notes of a call without an operation are never read.
    const notes = operationId === undefined ? newNotes() : deps.notebook.of(operationId)
    notes.provider = deployment.provider
    notes.model = request?.model ?? ''
    this.#deps = deps
    this.#kind = kind
    this.#method = method
    this.#call = call
    this.#notes = notes
    this.#startedMs = deps.nowMs()
    this.#askedMs = this.#startedMs
    this.#heardMs = this.#startedMs
  }

  // Methods that answer at once, which ask no provider, never come here.
  answered<A extends Either<unknown, unknown>>(outcome: A): A {
    this.#hear()
    this.#deps.figures.providerCalls.add(1, this.#call.deployment.provider)
    const cause = causeOf(outcome)
    if (cause !== null) this.#fail(cause)
    // A broken answer of an earlier deployment is not what the client gets.
    else this.#notes.isCut = false
    return outcome
  }

  asked(): void {
    this.#askedMs = this.#deps.nowMs()
    this.#notes.isStream = true
  }

  element<A extends Either<unknown, unknown>>(element: A): A {
    this.#hear()
    const cause = causeOf(element)
    if (cause !== null) this.#fail(cause)
    else {
      this.#firstMs ??= this.#heardMs
      if (this.#kind === 'chat' && !isLeft(element)) this.#tokens = completionTokensIn(element.right) ?? this.#tokens
    }
    return element
  }

  ended(isWhole: boolean): void {
    if (!isWhole || this.#isFailed || isFollowUp(this.#method)) return
    const labels = [
      OPERATION_NAMES[this.#kind],
      this.#call.deployment.provider,
      this.#call.request?.model ?? '',
    ] as const
    // A whole answer ends where it comes; the end of a stream comes behind its last element.
    const wholeMs = this.#notes.isStream ? this.#deps.nowMs() : this.#heardMs
    observeDurations(this.#deps.figures, labels, {
      startedMs: this.#startedMs,
      firstMs: this.#firstMs,
      wholeMs,
      tokens: this.#tokens,
    })
  }

  threw(): void {
    this.#hear()
    this.#fail('exception')
  }

  #hear(): void {
    this.#heardMs = this.#deps.nowMs()
    this.#notes.waitedMs += this.#heardMs - this.#askedMs
  }

  #fail(cause: string): void {
    if (this.#isFailed) return
    this.#isFailed = true
    if (this.#call.signal?.aborted === true) return
    this.#deps.figures.providerFailures.add(1, this.#call.deployment.provider, cause)
    if (this.#firstMs !== null) this.#notes.isCut = true
  }
}

/**
 * The same ports; every call counts under its provider, its model and its outcome, and the time for which the gateway
 * waited for it is noted with its operation. A call that its caller gave up counts as no failure.
 */
export const measuredProvider = ({ nowMs = () => performance.now(), ...deps }: MeasuredProviderDeps) => {
  const measuring = { ...deps, nowMs }
  const measured = <P extends AnyPort>(port: P, kind: ModelKind): P =>
    observed<AnyPort>(
      port,
      ({ method, input: [call] }: CallOf<AnyPort>) => new MeasuredCall(measuring, kind, method, call),
    ) as P
  return (ports: ProviderPorts): ProviderPorts => mapPorts(ports, measured)
}
