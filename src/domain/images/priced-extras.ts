import { never, pricedFields } from '../parameters/request-fields.ts'
import type { Harmless } from '../parameters/request-fields.ts'
import type { ImageTariff } from '../pricing/tariff.ts'

const isNone: Harmless<unknown> = (value) => value === false || value === 0

/** Where the provider's tokens are counted, whatever it takes is paid for. */
const isCounted: Harmless<ImageTariff> = (_, tariff) => tariff.unit === 'image_tokens'

const FORMATS: ReadonlySet<unknown> = new Set(['png', 'jpeg', 'webp'])

/**
 * Fields beyond the specification that change what a provider asks for an image or what it answers with, each with
 * the values that change nothing.
 */
const HARMLESS: Readonly<Record<string, Harmless<ImageTariff>>> = {
  stream: isNone,
  partial_images: isNone,
  output_format: (value) => FORMATS.has(value),
  input_fidelity: (value, tariff) => value === 'low' || isCounted(value, tariff),
  resolution: isCounted,
  // Vector images and animations have prices of their own.
  svg: never,
  complexity: never,
  frame_count: (value) => value === 1,
  frame_duration_ms: never,
  markup: never,
}

/** Fields of the specification: in another spelling they would not be read, or be read by the provider alone. */
const OWN = ['model', 'prompt', 'n', 'size', 'quality', 'response_format', 'image', 'mask', 'reference_images'] as const

const PRICED = pricedFields(HARMLESS, OWN)

/** The first field that cannot be had at the tariff's price, however it is spelt; null when there is none. */
export const pricedExtra = (extras: Readonly<Record<string, unknown>>, tariff: ImageTariff): string | null =>
  PRICED.firstIn(extras, tariff)?.name ?? null
