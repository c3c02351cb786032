import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ChatModel } from '../catalog/model.ts'
import { estimatePromptTokens } from './estimate.ts'
import type { Role } from './message.ts'
import type { ChatRequest } from './request.ts'
import { limitOutput, type TokenLimitFailure } from './token-limits.ts'

/** A message that may go to the model, before its pictures are at hand. */
export interface WindowMessage {
  readonly role: Role
  readonly text: string
  /** How many go along with the text, and what they weigh together. */
  readonly pictures: number
  readonly pictureBytes: number
}

/** What there is room for. Tokens may be less than none. */
export interface WindowRoom {
  readonly tokens: number
  readonly pictureBytes: number
}

/** A message that goes along, with its pictures or with its text alone. */
export interface Kept<M> {
  readonly message: M
  readonly withPictures: boolean
}

/** The newest message alone is more than the model reads. */
export interface TooLong {
  readonly tag: 'too_long'
}

/** What a model is given to read of whose context the catalogue says nothing: any one message and some more. */
const DEFAULT_PROMPT_TOKENS = 48_000

/** Tokens left for messages by the answer's limit and by what the fields beside the messages take. */
export const promptTokensLeft = (model: ChatModel, preset: ChatRequest): Either<TokenLimitFailure, number> => {
  const limited = limitOutput(preset, model)
  if (isLeft(limited)) return limited
  const { contextTokens } = model.limits
  const tokens = contextTokens === null ? DEFAULT_PROMPT_TOKENS : contextTokens - limited.right.outputTokens
  return right(tokens - estimatePromptTokens({ ...preset, messages: [] }, model))
}

/** Tokens of a message without its pictures, estimated as for a hold. */
export const textTokensOf = ({ role, text: content }: Pick<WindowMessage, 'role' | 'text'>, model: ChatModel): number =>
  estimatePromptTokens({ model: model.id, messages: [{ role, content }] }, model)

/** Instructions stand whatever happens; what was said may be forgotten. */
const isInstruction = ({ role }: WindowMessage): boolean => role === 'system' || role === 'developer'

const withoutLeadingAnswers = <M extends WindowMessage>(kept: readonly Kept<M>[]): readonly Kept<M>[] => {
  const first = kept.findIndex(({ message }) => message.role === 'user')
  return kept.filter(({ message }, index) => index >= first || isInstruction(message))
}

/**
 * The messages there is room for, in order: instructions and the newest message always, of the others the newest. A
 * message whose pictures do not fit goes with its text alone; the first whose text does not fit is left out with all
 * before it. What is said begins with the user.
 */
export const contextWindow = <M extends WindowMessage>(
  messages: readonly M[],
  room: WindowRoom,
  model: ChatModel,
): Either<TooLong, readonly Kept<M>[]> => {
  const newest = messages.at(-1)
  const tokensOf = (message: M): number =>
    textTokensOf(message, model) + message.pictures * model.limits.imageInputTokens
  const isStanding = (message: M): boolean => message === newest || isInstruction(message)
  const standing = messages.filter(isStanding)
  let tokensLeft = room.tokens - standing.reduce((sum, message) => sum + tokensOf(message), 0)
  let bytesLeft = room.pictureBytes - standing.reduce((sum, { pictureBytes }) => sum + pictureBytes, 0)
  if (tokensLeft < 0 || bytesLeft < 0) return left({ tag: 'too_long' })

  const kept: Kept<M>[] = []
  let isFull = false
  for (const message of messages.toReversed()) {
    if (isStanding(message)) {
      kept.push({ message, withPictures: true })
      continue
    }
    const withPictures = tokensOf(message) <= tokensLeft && message.pictureBytes <= bytesLeft
    const tokens = withPictures ? tokensOf(message) : textTokensOf(message, model)
    isFull ||= tokens > tokensLeft
    if (isFull) continue
    tokensLeft -= tokens
    bytesLeft -= withPictures ? message.pictureBytes : 0
    kept.push({ message, withPictures })
  }
  return right(withoutLeadingAnswers(kept.toReversed()))
}
