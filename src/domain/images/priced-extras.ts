import { foldedName } from '../passing/folded-name.ts'
import type { ImageTariff } from '../pricing/tariff.ts'

type Harmless = (value: unknown, tariff: ImageTariff) => boolean

const never: Harmless = () => false
const isOff: Harmless = (value) => value === false || value === 0

/** Where the vendor's tokens are counted, whatever it takes is paid for. */
const isCounted: Harmless = (_, tariff) => tariff.unit === 'image_tokens'

const FORMATS: ReadonlySet<unknown> = new Set(['png', 'jpeg', 'webp'])

/**
 * Fields beyond the specification that change what a vendor asks for an image or what it answers with, each with
 * the values that change nothing.
 */
const HARMLESS: Readonly<Record<string, Harmless>> = {
  stream: isOff,
  partial_images: isOff,
  output_format: (value) => FORMATS.has(value),
  input_fidelity: (value, tariff) => value === 'low' || isCounted(value, tariff),
  resolution: isCounted,
  // Drawings and animations are priced apart.
  svg: never,
  complexity: never,
  frame_count: (value) => value === 1,
  frame_duration_ms: never,
  markup: never,
}

/** Fields of the specification: in another spelling they would not be read, or be read by the vendor alone. */
const OWN = ['model', 'prompt', 'n', 'size', 'quality', 'response_format', 'image', 'mask', 'reference_images'] as const

const RULES: ReadonlyMap<string, { readonly name: string; readonly isHarmless: Harmless }> = new Map([
  ...Object.entries(HARMLESS).map(([name, isHarmless]) => [foldedName(name), { name, isHarmless }] as const),
  ...OWN.map((name) => [foldedName(name), { name, isHarmless: () => true }] as const),
])

/** The first field that cannot be had at the tariff's price, however it is spelt; null when there is none. */
export const pricedExtra = (extras: Readonly<Record<string, unknown>>, tariff: ImageTariff): string | null => {
  for (const [name, value] of Object.entries(extras)) {
    if (value === undefined || value === null) continue
    const rule = RULES.get(foldedName(name))
    if (rule !== undefined && (rule.name !== name || !rule.isHarmless(value, tariff))) return name
  }
  return null
}
