import { isObject } from '../../json.ts'

const isCompacting = (edit: unknown): boolean => isObject(edit) && String(edit['type']).startsWith('compact')

/**
 * The place among the edits of `context_management` of the first that has the conversation summed up; -1 where none
 * has. Such an edit is a call of its own, whose output has no limit that could be held for.
 */
export const compactingEditIn = (management: unknown): number => {
  const edits = isObject(management) ? management['edits'] : null
  return Array.isArray(edits) ? edits.findIndex(isCompacting) : -1
}
