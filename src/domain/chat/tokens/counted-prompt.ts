import { smallestOf } from '../../extremes.ts'
import { promptTokensFor } from '../../pricing/token-price.ts'
import { nativeAsked } from '../native.ts'
import type { ChatPlan } from '../plan.ts'
import { countImages, hasFiles } from './media-tokens.ts'
import {
  countedPromptBound,
  isCountable,
  maxPromptCount,
  maxProvidersCount,
  providersPromptBound,
  untranslatedTokens,
} from './prompt-bound.ts'

/** The most tokens of the reasoning that a provider of the model may be given back sealed. */
const sealedTokens = ({ model, native }: ChatPlan): number => nativeAsked(model, native)?.sealedReasoning?.bytes ?? 0

/**
 * The most tokens that a prompt may be billed for whose `readableTexts` were counted with the model's own vocabulary.
 */
export const promptTokensOfCount = ({ model, request, native }: ChatPlan, counted: number): number =>
  countedPromptBound(request, model, counted) + untranslatedTokens(request, nativeAsked(model, native))

/** The same for a prompt that its provider counted. */
export const promptTokensOfProvidersCount = (plan: ChatPlan, counted: number): number =>
  providersPromptBound(plan.request, counted) + sealedTokens(plan)

/** Whether a prompt has images or files: how many tokens they are, the provider alone knows. */
const hasMedia = ({ request: { messages } }: ChatPlan): boolean => hasFiles(messages) || countImages(messages) > 0

/** Tokens of prompt that `availableMicro` covers beside this much output, whichever of the rates they are billed by. */
const affordablePrompt = (plan: ChatPlan, availableMicro: bigint, outputTokens: number): number => {
  const affordable = plan.possibleRates.map((rates) => promptTokensFor(rates, availableMicro, outputTokens))
  return smallestOf(affordable)
}

/**
 * The largest count of the prompt's texts at which `availableMicro` covers it and this much output. Null if no count
 * could show that it does, or where the prompt cannot be counted here.
 */
export const maxAffordableCount = (plan: ChatPlan, availableMicro: bigint, outputTokens: number): number | null => {
  const { model, request, native } = plan
  if (!isCountable(plan)) return null
  const affordable = affordablePrompt(plan, availableMicro, outputTokens)
  const most = maxPromptCount(request, model, affordable - untranslatedTokens(request, nativeAsked(model, native)))
  return most > 0 ? most : null
}

/** Whether a provider's count of the prompt could show that `availableMicro` covers it and this much output. */
export const isProvidersCountOfUse = (plan: ChatPlan, availableMicro: bigint, outputTokens: number): boolean =>
  hasMedia(plan) &&
  maxProvidersCount(plan.request, affordablePrompt(plan, availableMicro, outputTokens) - sealedTokens(plan)) > 0
