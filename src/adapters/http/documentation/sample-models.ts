import type { Capability, Model, ModelKind } from '../../../domain/catalog/model.ts'

interface Wanted {
  readonly kind: ModelKind
  /** What samples ask of the model, most often asked first: a model that can do it is preferred. */
  readonly capabilities?: readonly Capability[]
}

/** What samples and guides ask the models of the sandbox for. */
const SAMPLES: Readonly<Record<string, Wanted>> = {
  'sandbox/echo': { kind: 'chat', capabilities: ['json_schema', 'image_input'] },
  'sandbox/tools': { kind: 'chat', capabilities: ['tools', 'json_schema'] },
  'sandbox/reasoning': { kind: 'chat', capabilities: ['tools'] },
  'sandbox/image': { kind: 'image' },
  'sandbox/image-edit': { kind: 'image', capabilities: ['image_input'] },
  'sandbox/speech': { kind: 'speech' },
  'sandbox/transcribe': { kind: 'transcription', capabilities: ['translation'] },
  'sandbox/embedding': { kind: 'embedding' },
  'sandbox/video': { kind: 'video' },
}

/** Stands where no model of the kind is on offer. */
const NO_MODEL = 'vendor/model'

const SAMPLE_ID = /\bsandbox\/[a-z]+(?:-[a-z]+)*/g

/** The first of the models that can do most of what is wanted; null where there is no model. */
const ablest = (models: readonly Model[], wanted: readonly Capability[]): Model | null =>
  models.reduce<Model | null>((best, model) => {
    if (best === null) return model
    const difference = wanted.find((name) => model.capabilities.has(name) !== best.capabilities.has(name))
    return difference !== undefined && model.capabilities.has(difference) ? model : best
  }, null)

/**
 * The text as a service without the sandbox writes it: each model of the sandbox becomes the first one on offer that
 * does such work.
 */
export const withOfferedModels = (text: string, models: readonly Model[]): string =>
  text.replace(SAMPLE_ID, (id) => {
    const wanted = SAMPLES[id]
    const fitting = models.filter(({ kind }) => kind === wanted?.kind)
    return ablest(fitting, wanted?.capabilities ?? [])?.id ?? NO_MODEL
  })

/** What a document says of the sandbox stands between these marks, which no page shows. */
const [BEGIN, END] = ['<!-- sandbox -->', '<!-- /sandbox -->']

/** The text without the marks. If the sandbox is off, what stands between them is left out too. */
export const withSandboxPassages = (text: string, isSandboxOffered: boolean): string => {
  const [before = '', ...passages] = text.split(BEGIN)
  return passages.reduce((shown, passage) => {
    const [inside = '', ...behind] = passage.split(END)
    return shown.trimEnd() + (isSandboxOffered ? inside.trimEnd() : '') + behind.join(END)
  }, before)
}
