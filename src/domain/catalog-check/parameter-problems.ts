import type { Json } from '../json.ts'

type Parameters = Readonly<Record<string, Json>>

/** Fields that the caller or the service sets in every request, or whose answer no client would read. */
const NEVER_PRESET: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'prompt',
  'image',
  'images',
  'mask',
  'reference_images',
  'input_reference',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'functions',
  'function_call',
])

interface Form {
  readonly name: string
  readonly fits: (value: Json) => boolean
}

const COUNT: Form = {
  name: 'a whole number of at least 1',
  fits: (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 1,
}
const NUMBER: Form = { name: 'a number', fits: (value) => typeof value === 'number' }
const TEXT: Form = { name: 'a string', fits: (value) => typeof value === 'string' }
const SWITCH: Form = { name: 'true or false', fits: (value) => typeof value === 'boolean' }

/** Fields that plans read. No request codec ever reads a preset, so their forms are defined here. */
const FORMS: ReadonlyMap<string, Form> = new Map([
  ['n', COUNT],
  ['max_tokens', COUNT],
  ['max_completion_tokens', COUNT],
  ['seconds', COUNT],
  ['seed', NUMBER],
  ['temperature', NUMBER],
  ['top_p', NUMBER],
  ['frequency_penalty', NUMBER],
  ['presence_penalty', NUMBER],
  ['size', TEXT],
  ['quality', TEXT],
  ['negative_prompt', TEXT],
  ['generate_audio', SWITCH],
])

const problemOf = (name: string, value: Json): string | null => {
  if (NEVER_PRESET.has(name)) return `'${name}' is no parameter to be preset`
  const form = FORMS.get(name)
  return form === undefined || value === null || form.fits(value) ? null : `parameters.${name} must be ${form.name}`
}

/** What is wrong with presets for every model. */
export const parameterProblems = (parameters: Parameters): readonly string[] =>
  Object.entries(parameters).flatMap(([name, value]) => problemOf(name, value) ?? [])
