import { effortOf } from '../../../../domain/chat/reasoning-measure.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { CHAT_REQUEST } from '../../fields/chat-shapes.ts'
import { isEffort, strongestUpTo } from '../../fields/efforts.ts'
import { listedEfforts } from '../../fields/listed-efforts.ts'
import type { DialectRules } from '../dialects.ts'
import { isGiven } from '../../../../domain/json.ts'
import type { Deployment } from '../../../../domain/catalog/model.ts'
import { objectOf } from '../../wire.ts'

/** A word that the model knows; one that no provider knows is left to this one to judge. */
const known = (effort: unknown, efforts: readonly string[]): unknown => {
  if (isEffort(effort)) return strongestUpTo(effort, efforts) ?? efforts[0]
  return effort !== 'none' || efforts.includes('none') ? effort : efforts[0]
}

/** Read by the gateway for every provider; sent only to one that the dialect or the catalogue gives them. */
const READ_HERE = ['reasoning', 'extra_body'] as const

/** What is taken of a request, with a budget of thoughts as a word where the provider has no such field. */
export const withEffortOfBudget = <R extends Pick<ChatRequest, string>>(
  taken: R,
  { takes }: Pick<DialectRules, 'takes'>,
): R => {
  const read = READ_HERE.filter(
    (name) => isGiven(taken[name]) && takes.fields?.get(name) === CHAT_REQUEST.fields?.get(name),
  )
  if (read.length === 0) return taken
  const effort = read.includes('reasoning') ? effortOf(taken) : taken['reasoning_effort']
  return { ...taken, ...Object.fromEntries(read.map((name) => [name, null])), reasoning_effort: effort }
}

const asks = (list: unknown): boolean => Array.isArray(list) && list.length > 0

const OF_THINKING = ['reasoning_effort', 'reasoning', 'thinking'] as const

/** Whether a wish for no thoughts goes to the deployment as such; DeepSeek reads it in a field of its own. */
const knowsNone = (efforts: readonly string[] | undefined, { isDeepSeek }: Pick<DialectRules, 'isDeepSeek'>): boolean =>
  isDeepSeek === true || efforts === undefined || efforts.length === 0 || efforts.includes('none')

/**
 * What is taken of a request, with an effort of none where its model calls tools only so, and would think by itself.
 * What is sent of thinking stays, the caller's or fixed, and is left to the provider to judge.
 */
export const withEffortForTools = <R extends Pick<ChatRequest, string>>(
  taken: R,
  deployment: Pick<Deployment, 'thinksWithTools' | 'parameters'>,
  rules: Pick<DialectRules, 'isDeepSeek'>,
): R => {
  if (deployment.thinksWithTools !== false || !asks(taken['tools'])) return taken
  const { efforts, fixed } = listedEfforts(deployment)
  const saysOfThinking = OF_THINKING.some((name) => isGiven(taken[name]) || isGiven(fixed[name]))
  return saysOfThinking || !knowsNone(efforts, rules) ? taken : { ...taken, reasoning_effort: 'none' }
}

/** Whether DeepSeek's own field leaves a wish for no thoughts unread. */
export const isEffortUnread = (
  { reasoning_effort: effort, thinking }: Pick<ChatRequest, string>,
  { isDeepSeek }: Pick<DialectRules, 'isDeepSeek'>,
): boolean =>
  isDeepSeek === true && effort === 'none' && isGiven(thinking) && objectOf(thinking)?.['type'] !== 'disabled'

/**
 * How much the model is to think, in a word that it knows: the nearest that is no stronger, and of those that think the
 * weakest where there is none. Who asks for thoughts gets some. DeepSeek reads in a field of its own that it is to
 * think nothing.
 */
export const toEffortFields = (
  request: Pick<ChatRequest, string>,
  efforts: readonly string[] | undefined,
  { isDeepSeek }: Pick<DialectRules, 'isDeepSeek'>,
): [string, unknown][] => {
  const { reasoning_effort: effort, thinking } = request
  if (!isGiven(effort)) return []
  if (isDeepSeek === true && effort === 'none') return isGiven(thinking) ? [] : [['thinking', { type: 'disabled' }]]
  return [['reasoning_effort', efforts === undefined || efforts.length === 0 ? effort : known(effort, efforts)]]
}
