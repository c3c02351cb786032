import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { planChat } from '../chat/plan.ts'
import type { PlanFailure } from '../chat/plan.ts'
import { planVideoTask } from '../conversation/plan-video-task.ts'
import type { NotAVideoTask } from '../conversation/plan-video-task.ts'
import { planImageTask } from '../conversation/plan-task.ts'
import type { ImagePlanFailure } from '../images/plan.ts'
import type { Json } from '../json.ts'
import type { VideoPlanFailure } from '../video/plan.ts'
import type { FoundTask } from '../catalog/find-task.ts'
import type { ChatModel } from '../catalog/model.ts'

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

type Refusal = PlanFailure | ImagePlanFailure | VideoPlanFailure | NotAVideoTask

const messageOf = (refusal: Refusal): string => ('message' in refusal ? refusal.message : refusal.tag)

/** Parameters with a wrong form are reported already, so no plan is made to read them. */
const planProblems = (parameters: Parameters, plan: () => Either<Refusal, unknown>): readonly string[] => {
  if (parameterProblems(parameters).length > 0) return []
  const planned = plan()
  return isLeft(planned) ? [`its parameters are refused: ${messageOf(planned.left)}`] : []
}

/** Why every turn with these presets would be refused, whatever its message. */
export const turnParameterProblems = (model: ChatModel, parameters: Parameters): readonly string[] =>
  planProblems(parameters, () => planChat(model, { ...parameters, model: model.id, messages: [] }))

/** Why every request for a task would be refused, whatever its prompt. */
export const taskParameterProblems = (found: FoundTask): readonly string[] => {
  const { task, model } = found
  const { parameters } = task
  const bare = { prompt: '', images: [], parameters: {} }
  switch (model.kind) {
    case 'chat':
      return turnParameterProblems(model, parameters)
    case 'image':
      return planProblems(parameters, () => planImageTask(found, bare))
    case 'video':
      return planProblems(parameters, () =>
        planVideoTask(found, { ...bare, seconds: null, size: null, firstFrame: null }),
      )
    case 'speech':
      return []
  }
}
