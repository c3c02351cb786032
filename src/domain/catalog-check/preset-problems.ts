import { conversationKindOf } from '../conversation/catalog-entry.ts'
import { MAX_TITLE_LENGTH } from '../conversation/conversation.ts'
import type { Model } from '../catalog/model.ts'
import { taskParameterProblems, turnParameterProblems } from './kind-problems.ts'
import { parameterProblems } from './parameter-problems.ts'
import { nonPositivePriceProblems } from './price-problems.ts'
import { CHAT_TASK } from '../catalog/task.ts'
import type { Task } from '../catalog/task.ts'
import type { Template } from '../catalog/template.ts'

type Models = ReadonlyMap<string, Model>

type Preset = Pick<Task, 'slug' | 'model' | 'parameters'>

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const MAX_SLUG_LENGTH = 64

/** A slug stands where a model id may stand too, so it must never look like one. */
const slugProblems = (slug: string): readonly string[] =>
  SLUG.test(slug) && slug.length <= MAX_SLUG_LENGTH
    ? []
    : [`a slug is lower case letters and digits joined by single -, ${MAX_SLUG_LENGTH} characters at most`]

/** What is wrong with any preset on a model, of whatever use. */
const presetProblems = (
  { slug, model, parameters }: Preset,
  models: Models,
  unreadable: ReadonlySet<string>,
): readonly string[] => [
  ...slugProblems(slug),
  ...(models.has(model) || unreadable.has(model) ? [] : [`names the unknown model '${model}'`]),
  ...parameterProblems(parameters),
]

const titleProblems = (title: string): readonly string[] => [
  ...(title.trim() === '' ? ['title must not be empty'] : []),
  ...(Array.from(title).length > MAX_TITLE_LENGTH ? [`title has ${MAX_TITLE_LENGTH} characters at most`] : []),
]

const templateModelProblems = (template: Template, model: Model): readonly string[] => {
  const { systemPrompt, turnPriceMicro, parameters } = template
  const { id, kind } = model
  if (conversationKindOf(kind) === null) return [`is of '${id}', which holds no conversations`]
  if (model.kind === 'chat') return turnParameterProblems(model, parameters)
  return [
    ...(systemPrompt === null ? [] : [`has a system_prompt, which '${id}' does not read`]),
    ...(turnPriceMicro === null ? [] : [`has a turn_price, but what '${id}' makes is priced by tasks`]),
  ]
}

/** `unreadable`: models that are in the file, but in a form from which nothing can be read. */
export const templateProblems = (
  template: Template,
  models: Models,
  unreadable: ReadonlySet<string>,
): readonly string[] => {
  const { model: id, title, systemPrompt, turnPriceMicro } = template
  const model = models.get(id)
  return [
    ...presetProblems(template, models, unreadable),
    ...titleProblems(title),
    ...(systemPrompt?.trim() === '' ? ['system_prompt must not be empty'] : []),
    ...(turnPriceMicro === null ? [] : nonPositivePriceProblems([['turn_price', turnPriceMicro]])),
    ...(model === undefined ? [] : templateModelProblems(template, model)),
  ]
}

const taskModelProblems = (task: Task, model: Model): readonly string[] =>
  conversationKindOf(model.kind) === task.kind
    ? taskParameterProblems({ task, model })
    : [`is of kind ${task.kind}, but '${model.id}' is of kind ${model.kind}`]

/** `unreadable`: as above. */
export const taskProblems = (task: Task, models: Models, unreadable: ReadonlySet<string>): readonly string[] => {
  const { slug, kind, price } = task
  const model = models.get(task.model)
  return [
    ...presetProblems(task, models, unreadable),
    ...nonPositivePriceProblems([['price', price.micro]]),
    ...(price.tag === 'per_second' && kind !== 'video' ? ['only a video task is priced per second'] : []),
    ...(slug === CHAT_TASK && kind !== 'text' ? [`the task '${CHAT_TASK}' prices text turns: its kind is text`] : []),
    ...(model === undefined ? [] : taskModelProblems(task, model)),
  ]
}
