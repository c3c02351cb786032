import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../../domain/catalog/model.ts'
import { effortOf, measureFieldOf } from '../../../../domain/chat/reasoning-measure.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { isWishUnfulfilled, SHOWN_REASONING } from '../../../../domain/chat/shown-reasoning.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { asksForNothing } from '../../fields/default-values.ts'
import { objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { fixedFields, parametersOf } from '../deployment-parameters.ts'
import type { AnthropicParameters } from '../deployment-parameters.ts'
import { isShown, toReasoningFields } from './reasoning.ts'
import type { ReasoningFields } from './reasoning.ts'
import { isForced, toChoice } from './tools.ts'
import { isGiven } from '../../../../domain/json.ts'

interface GenerationFields {
  readonly fields: Wire
  /** Of `output_config`. */
  readonly effort: string | undefined
  /** What the caller asks for and the provider is not given, or not with its value, by the names of its fields. */
  readonly leftOut: readonly string[]
}

/** The provider insists on a limit; one is always planned, so this is for callers of the adapter itself. */
const DEFAULT_MAX_TOKENS = 4_096

/** How the answer is made: its limit, how much is thought for it, how it is sampled, and where it stops. */
export const toGenerationFields = (
  request: ChatRequest,
  deployment: Deployment,
): Either<UpstreamFailure, GenerationFields> => {
  const rules = parametersOf(deployment)
  const choice = toChoice(request.tool_choice, rules.forcedTools)
  if (isLeft(choice)) return choice
  const maxTokens = request.max_tokens ?? request.max_completion_tokens ?? DEFAULT_MAX_TOKENS
  const reasoning = toReasoningFields(request, maxTokens, rules)
  if (isLeft(reasoning)) return reasoning
  const fixed = objectOf(fixedFields(deployment)['thinking'])
  const own = usableThinking(reasoning.right, isForced(choice.right.toolChoice))
  const thinking = fixed ?? own
  const sampling = isThinking(thinking) ? {} : samplingOf(request, rules)
  const stops = stopsOf(request.stop)
  const isHeard = reasoning.right.effort !== undefined || (fixed === null && own !== undefined)
  const measured = measureFieldOf(request)
  const isInVain = !isHeard && !(effortOf(request) === 'none' && !isThinking(thinking))
  return right({
    fields: {
      max_tokens: maxTokens,
      ...(stops.sent.length === 0 ? {} : { stop_sequences: stops.sent }),
      ...sampling,
      ...(thinking === undefined ? {} : { thinking }),
    },
    effort: reasoning.right.effort,
    leftOut: [
      ...SAMPLING.filter((name) => !asksForNothing(name, request[name]) && request[name] !== sampling[name]),
      ...(measured !== null && isInVain ? [measured] : []),
      ...(isWishUnfulfilled(request, isShown(thinking)) ? [SHOWN_REASONING] : []),
      ...(stops.hasBlank ? ['stop'] : []),
    ],
  })
}

/** A budget of thoughts and a tool that must be called exclude each other; the tool is what the caller relies on. */
const usableThinking = ({ thinking }: ReasoningFields, mustCall: boolean): Wire | undefined =>
  thinking?.['type'] === 'enabled' && mustCall ? undefined : thinking

const isThinking = (thinking: Wire | undefined): boolean => thinking !== undefined && thinking['type'] !== 'disabled'

const SAMPLING = ['temperature', 'top_p', 'top_k'] as const

/** One of `temperature` and `top_p` at most, and a temperature no higher than the provider's hottest. */
const samplingOf = (request: ChatRequest, { sampling }: AnthropicParameters): Wire => {
  const { temperature, top_p: topP } = request
  if (!sampling) return {}
  const topK = isGiven(request['top_k']) ? { top_k: request['top_k'] } : {}
  if (temperature !== undefined && temperature !== null) {
    return { temperature: Math.min(1, Math.max(0, temperature)), ...topK }
  }
  return topP === undefined || topP === null ? topK : { top_p: topP, ...topK }
}

/** A blank text to stop at is refused. */
const stopsOf = (stop: ChatRequest['stop']): { readonly sent: readonly string[]; readonly hasBlank: boolean } => {
  const stops = typeof stop === 'string' ? [stop] : (stop ?? [])
  const sent = stops.filter((sequence) => sequence.trim() !== '')
  return { sent, hasBlank: sent.length < stops.length }
}
