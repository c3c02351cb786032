/**
 * Provider-specific fields that change what the vendor asks for a film, in the spellings vendors use. What they
 * say has a field of its own with a price (`seconds`, `size`, `generate_audio`) or is not sold.
 */
const PRICED: ReadonlySet<string> = new Set([
  'n',
  'count',
  'samplecount',
  'numberofvideos',
  'numvideos',
  'duration',
  'durationseconds',
  'lengthseconds',
  'numframes',
  'fps',
  'framespersecond',
  'resolution',
  'quality',
  'upscale',
  'aspectratio',
  'generateaudio',
  'audio',
  'task',
  'video',
  'servicetier',
  'model',
])

/** `duration_seconds`, `durationSeconds` and `duration-seconds` are one field. */
const folded = (name: string): string => name.replace(/[_-]/g, '').toLowerCase()

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The path of the first field with a price, at any depth; null when all are harmless. */
export const pricedExtra = (extras: Readonly<Record<string, unknown>>, path = ''): string | null => {
  for (const [name, value] of Object.entries(extras)) {
    if (value === null || value === undefined) continue
    if (PRICED.has(folded(name))) return `${path}${name}`
    const deeper = isRecord(value) ? pricedExtra(value, `${path}${name}.`) : null
    if (deeper !== null) return deeper
  }
  return null
}
