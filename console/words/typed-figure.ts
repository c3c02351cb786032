import { language } from './language.ts'
import type { Language } from './language.ts'

/** Thousands as English groups them: 1,000.50. In 0,500 the comma stands before the fraction. */
const ENGLISH_GROUPS = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/

/**
 * A figure as the API takes it, of what a person typed, or copied from a page of the console: without the spaces or
 * commas between groups of digits, and with a point before the fraction. It was typed in the language of the page,
 * unless that has changed since.
 */
export const typedFigure = (typed: string, typedIn: Language = language.value): string => {
  const joined = typed.replace(/\s/g, '').replace('−', '-')
  const isGrouped = typedIn === 'en' && ENGLISH_GROUPS.test(joined)
  return isGrouped ? joined.replaceAll(',', '') : joined.replace(',', '.')
}

/** A figure of the API as it stands in a field that a person may change: with the point or comma of the language. */
export const figureToType = (figure: string): string => (language.value === 'ru' ? figure.replace('.', ',') : figure)
