import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import { planChat, type PlanFailure } from '../chat/plan.ts'
import { type NotAVideoTask, planFilm } from '../conversation/plan-film.ts'
import { planDrawing } from '../conversation/plan-generation.ts'
import type { ImagePlanFailure } from '../images/plan.ts'
import type { Json } from '../ledger/transfer.ts'
import type { VideoPlanFailure } from '../video/plan.ts'
import type { FoundTask } from './find-task.ts'
import type { ChatModel } from './model.ts'

type Parameters = Readonly<Record<string, Json>>

/** Said by the caller or by the service in every request, or answered with what nobody would read. */
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

/** Fields that plans read. No codec of a request ever sees a preset, so what they may hold is said here. */
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

/** What is wrong with presets whatever model they are for. */
export const parameterProblems = (parameters: Parameters): readonly string[] =>
  Object.entries(parameters).flatMap(([name, value]) => problemOf(name, value) ?? [])

type Refusal = PlanFailure | ImagePlanFailure | VideoPlanFailure | NotAVideoTask

const wordsOf = (refusal: Refusal): string => ('message' in refusal ? refusal.message : refusal.tag)

/** What is malformed is told already, and no plan is made to read it. */
const refusals = (parameters: Parameters, plan: () => Either<Refusal, unknown>): readonly string[] => {
  if (parameterProblems(parameters).length > 0) return []
  const planned = plan()
  return isLeft(planned) ? [`its parameters are refused: ${wordsOf(planned.left)}`] : []
}

/** Why every turn with these presets would be refused, whatever is said in it. */
export const turnRefusals = (model: ChatModel, parameters: Parameters): readonly string[] =>
  refusals(parameters, () => planChat(model, { ...parameters, model: model.id, messages: [] }))

/** Why every request for a task would be refused, whatever is asked in it. */
export const taskRefusals = (found: FoundTask): readonly string[] => {
  const { task, model } = found
  const { parameters } = task
  const bare = { prompt: '', images: [], parameters: {} }
  switch (model.kind) {
    case 'chat':
      return turnRefusals(model, parameters)
    case 'image':
      return refusals(parameters, () => planDrawing(found, bare))
    case 'video':
      return refusals(parameters, () => planFilm(found, { ...bare, seconds: null, size: null, firstFrame: null }))
    case 'speech':
      return []
  }
}
