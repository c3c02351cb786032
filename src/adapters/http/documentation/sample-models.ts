import type { Capability, Model, ModelKind } from '../../../domain/catalog/model.ts'

interface Wanted {
  readonly kind: ModelKind
  /** A model that can do this is preferred. */
  readonly capability?: Capability
}

/** What samples and guides ask the models of the sandbox for. */
const SAMPLES: Readonly<Record<string, Wanted>> = {
  'sandbox/echo': { kind: 'chat' },
  'sandbox/tools': { kind: 'chat', capability: 'tools' },
  'sandbox/reasoning': { kind: 'chat', capability: 'tools' },
  'sandbox/image': { kind: 'image' },
  'sandbox/image-edit': { kind: 'image', capability: 'image_input' },
  'sandbox/speech': { kind: 'speech' },
  'sandbox/transcribe': { kind: 'transcription', capability: 'translation' },
  'sandbox/embedding': { kind: 'embedding' },
  'sandbox/video': { kind: 'video' },
}

/** Stands where no model of the kind is on offer. */
const NO_MODEL = 'vendor/model'

const SAMPLE_ID = /\bsandbox\/[a-z]+(?:-[a-z]+)*/g

/**
 * The text as a service without the sandbox writes it: each model of the sandbox becomes the first one on offer that
 * does such work.
 */
export const withOfferedModels = (text: string, models: readonly Model[]): string =>
  text.replace(SAMPLE_ID, (id) => {
    const wanted = SAMPLES[id]
    const fitting = models.filter(({ kind }) => kind === wanted?.kind)
    const able = fitting.find(
      ({ capabilities }) => wanted?.capability !== undefined && capabilities.has(wanted.capability),
    )
    return (able ?? fitting[0])?.id ?? NO_MODEL
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
