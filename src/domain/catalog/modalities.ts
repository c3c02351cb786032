import { MODALITIES } from './model.ts'
import type { Capability, Modalities, Model } from './model.ts'

const INPUT_OF: Readonly<Partial<Record<Capability, string>>> = { image_input: 'image', file_input: 'file' }
const OUTPUT_OF: Readonly<Partial<Record<Capability, string>>> = { audio_output: 'audio' }

const withMore = (
  modalities: readonly string[],
  { capabilities }: Model,
  more: Readonly<Partial<Record<Capability, string>>>,
): readonly string[] => [...modalities, ...[...capabilities].flatMap((capability) => more[capability] ?? [])]

/** The modalities of a model: those of its kind, and what its capabilities add. */
export const modalitiesOf = (model: Model): Modalities => {
  const { input, output } = MODALITIES[model.kind]
  return { input: withMore(input, model, INPUT_OF), output: withMore(output, model, OUTPUT_OF) }
}
