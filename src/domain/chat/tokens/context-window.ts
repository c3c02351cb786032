import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatModel } from '../../catalog/model.ts'
import { estimatePromptTokens } from './estimate.ts'
import { limitOutput } from '../output-limits/output-limit.ts'
import type { TokenLimitFailure } from '../output-limits/output-limit.ts'
import type { ChatPlan } from '../plan.ts'
import type { Role } from '../message.ts'
import type { ChatRequest } from '../request.ts'
import { isInstruction } from '../message.ts'

/** A message that may go to the model, before its images are at hand. */
export interface WindowMessage {
  readonly role: Role
  readonly text: string
  /** Of the text and its role, as `estimateMessageTokens` counts them once, when the message is loaded. */
  readonly tokens: number
  /** How many go along with the text, and what they weigh together. */
  readonly images: number
  readonly imageBytes: number
}

/** What the messages may take. Tokens may be below zero. */
interface WindowCapacity {
  readonly tokens: number
  readonly imageBytes: number
}

/** A message that goes along, with its images or with its text alone. */
interface WindowEntry<M> {
  readonly message: M
  readonly withImages: boolean
}

/** The newest message alone is more than the model reads. */
export interface TooLong {
  readonly tag: 'too_long'
}

/** The prompt tokens of a model whose context the catalogue does not give: enough for any one message and some more. */
const DEFAULT_PROMPT_TOKENS = 48_000

/** Tokens left for messages by the answer's limit and by what the fields beside the messages take. */
export const promptTokensLeft = (model: ChatModel, preset: ChatRequest): Either<TokenLimitFailure, number> => {
  const limited = limitOutput(preset, model)
  if (isLeft(limited)) return limited
  const { contextTokens } = model.limits
  const tokens = contextTokens === null ? DEFAULT_PROMPT_TOKENS : contextTokens - limited.right.outputLimit
  return right(tokens - estimatePromptTokens({ ...preset, messages: [] }, model))
}

/** Whether a planned call asks its model to read no more than it can, as far as an estimate tells. */
export const fitsContext = ({ model, request }: Pick<ChatPlan, 'model' | 'request'>): boolean => {
  const capacity = promptTokensLeft(model, { ...request, messages: [] })
  return (
    isRight(capacity) && estimatePromptTokens({ model: model.id, messages: request.messages }, model) <= capacity.right
  )
}

/** A window without the answers before its first message of the user: providers refuse to begin with an answer. */
const withoutLeadingAnswers = <M extends WindowMessage>(kept: readonly WindowEntry<M>[]): readonly WindowEntry<M>[] => {
  const first = kept.findIndex(({ message }) => message.role === 'user')
  return kept.filter(({ message }, index) => index >= first || isInstruction(message))
}

/**
 * The messages that the capacity allows, in order: instructions and the newest message always, of the others the
 * newest. A message whose images do not fit goes with its text alone; the first whose text does not fit is left out
 * with all before it. The first message that is no instruction is the user's.
 */
export const contextWindow = <M extends WindowMessage>(
  messages: readonly M[],
  capacity: WindowCapacity,
  model: ChatModel,
): Either<TooLong, readonly WindowEntry<M>[]> => {
  const { imageInputTokens } = model.limits
  const newest = messages.at(-1)
  let tokensLeft = capacity.tokens
  let bytesLeft = capacity.imageBytes
  for (const message of messages) {
    if (message !== newest && !isInstruction(message)) continue
    tokensLeft -= message.tokens + message.images * imageInputTokens
    bytesLeft -= message.imageBytes
  }
  if (tokensLeft < 0 || bytesLeft < 0) return left({ tag: 'too_long' })

  const kept: WindowEntry<M>[] = []
  let isFull = false
  for (const message of messages.toReversed()) {
    if (message === newest || isInstruction(message)) {
      kept.push({ message, withImages: true })
      continue
    }
    const allTokens = message.tokens + message.images * imageInputTokens
    const withImages = allTokens <= tokensLeft && message.imageBytes <= bytesLeft
    const tokens = withImages ? allTokens : message.tokens
    isFull ||= tokens > tokensLeft
    if (isFull) continue
    tokensLeft -= tokens
    bytesLeft -= withImages ? message.imageBytes : 0
    kept.push({ message, withImages })
  }
  return right(withoutLeadingAnswers(kept.toReversed()))
}
