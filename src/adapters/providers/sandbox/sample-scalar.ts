export type Schema = Readonly<Record<string, unknown>>

/** A caller's `minLength` must not cost memory. */
const MAX_STRING_CHARS = 1_000

const FORMATS: ReadonlyMap<unknown, string> = new Map([
  ['date-time', '2030-01-01T00:00:00Z'],
  ['date', '2030-01-01'],
  ['time', '00:00:00Z'],
  ['duration', 'P1D'],
  ['email', 'user@example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
])

/** A string within the schema's length and format. */
export const sampleString = (schema: Schema): string => {
  const text = FORMATS.get(schema['format']) ?? 'text'
  const shortest = Math.min(Math.max(numberOf(schema['minLength']) ?? 0, 0), MAX_STRING_CHARS)
  return text.padEnd(shortest, 'x').slice(0, Math.max(numberOf(schema['maxLength']) ?? MAX_STRING_CHARS, 0))
}

/** A number within the schema's bounds, near 1; a multiple of `step` (or of the schema's own) unless that is 0. */
export const sampleNumber = (schema: Schema, step: number): number => {
  const multiple = Math.abs(numberOf(schema['multipleOf']) ?? step)
  const above = numberOf(schema['exclusiveMinimum'])
  const below = numberOf(schema['exclusiveMaximum'])
  const lowest = above === null ? numberOf(schema['minimum']) : above + gap(above, below, multiple)
  const highest = below === null ? numberOf(schema['maximum']) : below - gap(above, below, multiple)
  const wanted = Math.max(lowest ?? Number.NEGATIVE_INFINITY, Math.min(1, highest ?? 1))
  if (multiple === 0) return wanted
  const rounded = Math.ceil(wanted / multiple) * multiple
  return highest !== null && rounded > highest ? Math.floor(highest / multiple) * multiple : rounded
}

/** How far from an open bound to stay: less than the way to the other one. */
const gap = (above: number | null, below: number | null, multiple: number): number => {
  if (multiple !== 0) return Math.min(multiple, 1)
  return above !== null && below !== null ? (below - above) / 4 : 0.5
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export const schemaOf = (value: unknown): Schema | null => (isSchema(value) ? value : null)

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
