import { compactingEditIn } from '../../../../domain/chat/checks/compacting-edit.ts'
import type { TranslationFailure } from './translation-notes.ts'

/**
 * The refusal of an edit that has the conversation summed up, on any wire: a model that is not given it would answer
 * another conversation than the client means.
 */
export const refusedEdit = (asked: object): TranslationFailure | null => {
  const refused = compactingEditIn('context_management' in asked ? asked.context_management : null)
  if (refused === -1) return null
  const param = `context_management.edits.${refused}.type`
  return { tag: 'unsupported_parameter', param, message: `'${param}' with this value is not offered for this model.` }
}
