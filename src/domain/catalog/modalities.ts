import type { Capability, Model, ModelKind } from './model.ts'

/** What goes into a model and what comes out of it. */
interface Modalities {
  readonly input: readonly string[]
  readonly output: readonly string[]
}

/** Of every model of a kind; `capabilities` may add to it. */
const OF_KIND: Readonly<Record<ModelKind, Modalities>> = {
  chat: { input: ['text'], output: ['text'] },
  image: { input: ['text'], output: ['image'] },
  video: { input: ['text'], output: ['video'] },
  speech: { input: ['text'], output: ['audio'] },
}

const INPUT_OF: Readonly<Partial<Record<Capability, string>>> = { image_input: 'image' }
const OUTPUT_OF: Readonly<Partial<Record<Capability, string>>> = { audio_output: 'audio' }

const withMore = (
  modalities: readonly string[],
  { capabilities }: Model,
  more: Readonly<Partial<Record<Capability, string>>>,
): readonly string[] => [...modalities, ...[...capabilities].flatMap((capability) => more[capability] ?? [])]

/** The modalities of a model, its kind's own first. */
export const modalitiesOf = (model: Model): Modalities => {
  const { input, output } = OF_KIND[model.kind]
  return { input: withMore(input, model, INPUT_OF), output: withMore(output, model, OUTPUT_OF) }
}
