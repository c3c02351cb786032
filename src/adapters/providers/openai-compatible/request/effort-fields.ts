import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { isEffort, strongestUpTo } from '../../fields/efforts.ts'
import type { DialectRules } from '../dialects.ts'
import { isGiven } from '../../../../domain/json.ts'

/** A word that the model knows; one that no provider knows is left to this one to judge. */
const known = (effort: unknown, efforts: readonly string[]): unknown => {
  if (isEffort(effort)) return strongestUpTo(effort, efforts) ?? efforts[0]
  return effort !== 'none' || efforts.includes('none') ? effort : efforts[0]
}

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
