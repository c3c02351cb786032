import { patternFits } from './fits.ts'
import { samplePattern } from './sample-pattern.ts'
import { highestOf, lowestOf } from './schema.ts'
import type { Schema } from './schema.ts'
import { isSpent } from './search.ts'
import type { Search } from './search.ts'

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0')

const day = (variant: number): string =>
  `2030-${padded((Math.floor(variant / 28) % 12) + 1, 2)}-${padded((variant % 28) + 1, 2)}`

const numbered = (variant: number): string => (variant === 0 ? '' : String(variant))

/** A text of each format; another one for each variant. */
const FORMATS: ReadonlyMap<unknown, (variant: number) => string> = new Map([
  ['date-time', (variant: number) => `${day(variant)}T00:00:00Z`],
  ['date', day],
  ['time', (variant: number) => `00:${padded(Math.floor(variant / 60) % 60, 2)}:${padded(variant % 60, 2)}Z`],
  ['duration', (variant: number) => `P${variant + 1}D`],
  ['email', (variant: number) => `user${numbered(variant)}@example.com`],
  ['idn-email', (variant: number) => `user${numbered(variant)}@example.com`],
  ['hostname', (variant: number) => `${variant === 0 ? '' : `host${variant}.`}example.com`],
  ['ipv4', (variant: number) => `192.0.2.${(variant % 254) + 1}`],
  ['ipv6', (variant: number) => `2001:db8::${(variant + 1).toString(16)}`],
  ['uri', (variant: number) => `https://example.com${variant === 0 ? '' : `/${variant}`}`],
  ['url', (variant: number) => `https://example.com${variant === 0 ? '' : `/${variant}`}`],
  ['iri', (variant: number) => `https://example.com${variant === 0 ? '' : `/${variant}`}`],
  ['uri-reference', (variant: number) => `/${variant + 1}`],
  ['json-pointer', (variant: number) => `/${variant + 1}`],
  ['uuid', (variant: number) => `00000000-0000-4000-8000-${padded(variant, 12)}`],
])

/** A caller's `minLength` must not cost memory. */
const MAX_CHARACTERS = 10_000

/** Reading a pattern costs as much as taking so many schemas apart. */
const PATTERN_STEPS = 20

/**
 * A text that fits all these schemas, or null; with `variant` 1, 2, … other ones. It is made from the first pattern, or
 * has the first format where there is no pattern.
 */
export const sampleText = (schemas: readonly Schema[], variant: number, search: Search): string | null => {
  const least = Math.max(highestOf(schemas, 'minLength') ?? 0, 0)
  const most = lowestOf(schemas, 'maxLength') ?? Number.POSITIVE_INFINITY
  if (least > Math.min(most, MAX_CHARACTERS) || isSpent(search, Math.ceil(least / 50))) return null
  const within = (text: string | null): string | null =>
    text !== null &&
    text.length >= least &&
    text.length <= most &&
    schemas.every(({ pattern: each }) => patternFits(each, text, search.surely))
      ? text
      : null
  const pattern = schemas.map((schema) => schema['pattern']).find((each) => typeof each === 'string')
  if (pattern !== undefined) {
    return isSpent(search, PATTERN_STEPS) ? null : within(samplePattern(pattern, least, variant))
  }
  const format = schemas.map((schema) => FORMATS.get(schema['format'])).find((each) => each !== undefined)
  if (format !== undefined) return within(format(variant))
  const mark = numbered(variant)
  const room = Math.max(Math.min(most, Math.max(least, 4 + mark.length)) - mark.length, 0)
  return within('text'.padEnd(room, 'x').slice(0, room) + mark)
}
