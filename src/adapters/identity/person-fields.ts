import { isStorableText } from '../../domain/storable-text.ts'
import { isVisible, NAME_CHARACTERS } from '../../domain/visible-text.ts'

const MAX_SUBJECT_LENGTH = 255

/** Whether a provider's id of a person can be stored. */
export const isProviderSubject = (subject: string): boolean =>
  subject !== '' && subject.length <= MAX_SUBJECT_LENGTH && isStorableText(subject)

/** A provider's name of a person, cleaned for display; null when nothing of it is left. */
export const cleanDisplayName = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const clean = value
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  const name = Array.from(clean).slice(0, NAME_CHARACTERS).join('')
  return isVisible(name) ? name : null
}
