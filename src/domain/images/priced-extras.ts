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

const PRICED_EXTRAS = Object.entries(HARMLESS)

/** The first field that cannot be had at the tariff's price; null when there is none. */
export const pricedExtra = (extras: Readonly<Record<string, unknown>>, tariff: ImageTariff): string | null => {
  for (const [name, isHarmless] of PRICED_EXTRAS) {
    const value = extras[name]
    if (value !== undefined && value !== null && !isHarmless(value, tariff)) return name
  }
  return null
}
