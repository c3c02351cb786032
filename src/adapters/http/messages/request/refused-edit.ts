import { isObject } from '../../../../domain/json.ts'
import type { TranslationFailure } from './translation-notes.ts'

const isCompacting = (edit: unknown): boolean => isObject(edit) && String(edit['type']).startsWith('compact')

/**
 * An edit that has the conversation summed up is a call of its own, whose output has no limit that could be held for.
 * It is refused on any wire: a model that is not given it would answer another conversation than the client means.
 */
export const refusedEdit = (asked: object): TranslationFailure | null => {
  const management = 'context_management' in asked ? asked.context_management : null
  const edits = isObject(management) ? management['edits'] : null
  const refused = Array.isArray(edits) ? edits.findIndex(isCompacting) : -1
  if (refused === -1) return null
  const param = `context_management.edits.${refused}.type`
  return { tag: 'unsupported_parameter', param, message: `'${param}' with this value is not offered for this model.` }
}
