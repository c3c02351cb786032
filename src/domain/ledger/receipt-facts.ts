import type { Model, ModelKind } from '../catalog/model.ts'
import type { Json } from '../json.ts'
import type { Attempt } from '../routing/attempt.ts'
import type { TokenUsage } from '../pricing/token-price.ts'
import { RELEASE_REASONS } from './hold.ts'

/**
 * How a paid operation ended: it was charged, in whole or up to the client's disconnect, or its money was given back.
 */
export const RECEIPT_OUTCOMES = ['succeeded', 'client_left', ...RELEASE_REASONS] as const

export type ReceiptOutcome = (typeof RECEIPT_OUTCOMES)[number]

/** The endpoints of chat calls of the public gateway. */
const CHAT_SURFACES = ['chat', 'responses', 'messages'] as const

export type ChatSurface = (typeof CHAT_SURFACES)[number]

/** What `surfaceOf` can answer; `account` is work of the account interface. */
export const USAGE_SURFACES = [
  ...CHAT_SURFACES,
  'image',
  'speech',
  'transcription',
  'embedding',
  'video',
  'account',
] as const

/** Figures of use by their names. */
export type UsageFigures = Readonly<Record<string, Json>>

/**
 * What is written beside the money when a paid operation ends, so that a charge can be explained later. The ledger
 * stores it unread.
 */
export interface ReceiptFacts {
  /** Public model id. */
  readonly model: string
  readonly kind: ModelKind
  /** Absent where the kind of work tells it, and in receipts of earlier releases. */
  readonly surface?: ChatSurface | undefined
  /** The deployment that was asked last; null if none was asked. */
  readonly deployment: { readonly provider: string; readonly upstreamModel: string } | null
  /** The figures the price was computed from, named as the public interface names them; null if nothing was used. */
  readonly usage: UsageFigures | null
  readonly tariffVersion: string | null
  readonly outcome: ReceiptOutcome
  /** True when the tokens were counted here because the provider had not counted them. */
  readonly estimated: boolean
  readonly attempts: readonly Attempt[]
  /**
   * How long the caller waited for the first piece of a streamed answer. Absent where none came, where the answer came
   * whole, and in receipts of earlier releases.
   */
  readonly firstWordMs?: number
  /** Set where the receipt came with a charge after the hold had been released without a receipt. */
  readonly late?: true
}

type EndedOperation = Pick<ReceiptFacts, 'surface' | 'outcome' | 'usage' | 'estimated' | 'attempts'> & {
  readonly model: Pick<Model, 'id' | 'kind'> & { readonly tariffVersion: string | null }
}

/** Builds the facts of an operation; the last attempt names the deployment. */
export const receiptFacts = (ended: EndedOperation): ReceiptFacts => {
  const { model, surface, outcome, usage, estimated, attempts } = ended
  const last = attempts.at(-1)
  const deployment = last === undefined ? null : { provider: last.provider, upstreamModel: last.upstreamModel }
  const { id, kind, tariffVersion } = model
  const bySurface = surface === undefined ? {} : { surface }
  return { model: id, kind, ...bySurface, deployment, usage, tariffVersion, outcome, estimated, attempts }
}

/**
 * Through which part of the interface work of this kind came. Only the facts tell it of a chat call: null for one that
 * the sweeper ended, or one of an earlier release. The rule for stored rows in SQL is its twin: `usage-rows.ts`.
 */
export const surfaceOf = (kind: string, facts: ReceiptFacts | null): string | null => {
  if (kind === 'message') return 'account'
  return kind === 'chat' ? (facts?.surface ?? null) : kind
}

/** Counted tokens, named as the public interface names them. */
export const usageJson = (usage: TokenUsage): UsageFigures => ({
  prompt_tokens: usage.promptTokens,
  cached_tokens: usage.cachedTokens,
  cache_write_tokens: usage.cacheWriteTokens,
  ...(usage.cacheWrite1hTokens === undefined ? {} : { cache_write_1h_tokens: usage.cacheWrite1hTokens }),
  completion_tokens: usage.completionTokens,
  reasoning_tokens: usage.reasoningTokens,
})

const figureOf = (usage: UsageFigures | null, name: string): number | null => {
  const figure = usage?.[name]
  return typeof figure === 'number' ? figure : null
}

/** The input and output tokens of work on text; null for other kinds of work. */
export const textTokens = ({ usage }: Pick<ReceiptFacts, 'usage'>) => ({
  promptTokens: figureOf(usage, 'prompt_tokens'),
  completionTokens: figureOf(usage, 'completion_tokens'),
})
