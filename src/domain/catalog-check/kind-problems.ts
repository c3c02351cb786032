import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { planChat } from '../chat/plan.ts'
import type { ChatPlanFailure } from '../chat/plan.ts'
import { planVideoTask } from '../conversation/plan-video-task.ts'
import type { NotAVideoTask } from '../conversation/plan-video-task.ts'
import { planImageTask } from '../conversation/plan-task.ts'
import type { ImagePlanFailure } from '../images/plan.ts'
import type { Json } from '../json.ts'
import { LONGEST_VIDEO_SECONDS } from '../pricing/video-price.ts'
import type { VideoPlanFailure } from '../video/plan.ts'
import type { FoundTask } from '../catalog/find-task.ts'
import type { ChatLimits, ChatModel, ImageModel, Model, ModelKind } from '../catalog/model.ts'
import { parameterProblems } from './parameter-problems.ts'
import { outputPriceProblems } from './price-problems.ts'

/** What a catalogue may get wrong about one kind of model. */
interface KindRules<M extends Model> {
  /** Limits and prices that make no sense for the kind. */
  readonly model: (model: M) => readonly string[]
  /** Why every request for a task would be refused, whatever its prompt. Absent: the kind carries out no tasks. */
  readonly task?: (found: FoundTask, model: M) => readonly string[]
}

type NamedCount = readonly [name: string, value: number]

const SIZE = /^(?:[1-9]\d{0,4}x[1-9]\d{0,4}|[a-z]+)$/

const countProblems = (counts: readonly NamedCount[]): readonly string[] =>
  counts
    .filter(([, value]) => !(Number.isSafeInteger(value) && value >= 1))
    .map(([name]) => `${name} must be a whole number of at least 1`)

const sizeProblems = (sizes: ReadonlySet<string> | null): readonly string[] =>
  [...(sizes ?? [])].filter((size) => !SIZE.test(size)).map((size) => `'${size}' is no size like 1280x720`)

const chatLimitProblems = (limits: ChatLimits): readonly string[] => [
  ...countProblems([
    ['default_output_tokens', limits.defaultOutputTokens],
    ['max_output_tokens', limits.maxOutputTokens],
    ['max_choices', limits.maxChoices],
    ['image_input_tokens', limits.imageInputTokens],
    ['max_image_input_tokens', limits.maxImageInputTokens],
  ]),
  ...(limits.imageInputTokens > limits.maxImageInputTokens
    ? ['image_input_tokens is above max_image_input_tokens: more could be charged than is held']
    : []),
  ...(limits.defaultOutputTokens > limits.maxOutputTokens
    ? ['default_output_tokens is above max_output_tokens: more would be held than can be delivered']
    : []),
  ...(limits.contextTokens !== null && limits.contextTokens < limits.maxOutputTokens
    ? ['context_tokens is below max_output_tokens']
    : []),
]

const leastOutputProblems = ({ leastOutputTokens: least, limits, keepsOutputLimit }: ChatModel): readonly string[] => {
  if (least === undefined) return []
  return [
    ...countProblems([['least_output_tokens', least]]),
    ...(least > limits.maxOutputTokens ? ['least_output_tokens is above max_output_tokens'] : []),
    ...(keepsOutputLimit ? [] : ['least_output_tokens has no meaning without keeps_output_limit']),
  ]
}

/** A file may fill the whole context, so that without its length nothing bounds the price. */
const fileProblems = ({ capabilities, limits }: ChatModel): readonly string[] =>
  capabilities.has('file_input') && limits.contextTokens === null ? ['file_input needs context_tokens'] : []

/** What is held for a generated image goes by its quality and its size, so that both need figures that make sense. */
const imageTokenProblems = ({ limits: { maxOutputTokens: bounds }, tariff }: ImageModel): readonly string[] => {
  if (bounds === null) return []
  const place = 'max_output_tokens_per_image'
  return [
    ...(tariff.unit === 'image_tokens' ? [] : [`${place} has no meaning: the price of an image is fixed`]),
    ...(bounds.byQuality.size > 0 ? [] : [`${place}.by_quality is empty: every request would be refused`]),
    ...(bounds.byQuality.has('auto')
      ? [`${place}.by_quality.auto is no quality: it counts as the most expensive`]
      : []),
    ...countProblems([
      [`${place}.max_pixels`, bounds.maxPixels],
      ...[...bounds.byQuality].flatMap(([quality, { base, perMegapixel }]): readonly NamedCount[] => [
        [`${place}.by_quality.${quality}.base`, base],
        [`${place}.by_quality.${quality}.per_megapixel`, perMegapixel],
      ]),
    ]),
  ]
}

/** What is held for thoughts and words goes by the most that there may be of them. */
const textOutputProblems = ({ limits: { textOutputTokensPerImage: most }, tariff }: ImageModel): readonly string[] => {
  const place = 'text_output_tokens_per_image'
  if (tariff.unit === 'image')
    return most === undefined ? [] : [`${place} has no meaning: the price of an image is fixed`]
  return tariff.textOutputPerMillion === undefined || most !== undefined
    ? []
    : [`text_output_per_million needs ${place}: nothing else bounds what it may come to`]
}

type Parameters = Readonly<Record<string, Json>>

type Refusal = ChatPlanFailure | ImagePlanFailure | VideoPlanFailure | NotAVideoTask

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

const BARE = { prompt: '', images: [], parameters: {} } as const

const RULES: { readonly [K in ModelKind]: KindRules<Extract<Model, { readonly kind: K }>> } = {
  chat: {
    model: (model) => [
      ...chatLimitProblems(model.limits),
      ...fileProblems(model),
      ...leastOutputProblems(model),
      ...outputPriceProblems(model.tariff),
    ],
    task: ({ task }, model) => turnParameterProblems(model, task.parameters),
  },
  image: {
    model: (model) => [
      ...countProblems([
        ['max_images', model.limits.maxImages],
        ['input_tokens_per_image', model.limits.inputTokensPerImage],
        ['output_tokens_per_image', model.limits.outputTokensPerImage],
        ['text_output_tokens_per_image', model.limits.textOutputTokensPerImage ?? 1],
      ]),
      ...imageTokenProblems(model),
      ...textOutputProblems(model),
      ...sizeProblems(model.limits.sizes),
    ],
    task: (found) => planProblems(found.task.parameters, () => planImageTask(found, BARE)),
  },
  embedding: {
    model: ({ limits: { maxInputTokens, dimensions }, tariff }) => [
      ...countProblems([
        ['max_input_tokens', maxInputTokens ?? 1],
        ['dimensions', dimensions ?? 1],
      ]),
      ...(tariff.outputPerMillion === null ? [] : ['output_per_million has no meaning: the model writes nothing']),
    ],
  },
  speech: {
    model: ({ limits }) => countProblems([['output_tokens_per_character', limits.outputTokensPerCharacter]]),
  },
  transcription: {
    model: ({ limits }) =>
      countProblems([
        ['input_tokens_per_second', limits.inputTokensPerSecond],
        ['output_tokens_per_second', limits.outputTokensPerSecond],
      ]),
  },
  video: {
    model: ({ limits: { seconds, sizes } }) => [
      ...countProblems([...(seconds ?? [])].map((value) => ['seconds', value])),
      ...[...(seconds ?? [])]
        .filter((value) => value > LONGEST_VIDEO_SECONDS)
        .map(() => `seconds are ${LONGEST_VIDEO_SECONDS} at most`),
      ...sizeProblems(sizes),
    ],
    task: (found) =>
      planProblems(found.task.parameters, () =>
        planVideoTask(found, { ...BARE, seconds: null, size: null, firstFrame: null }),
      ),
  },
}

/** The table is total over the kinds; TypeScript cannot correlate a union's member with its own row. */
const rulesOf = (model: Model): KindRules<Model> => RULES[model.kind] as KindRules<Model>

/** What is wrong with a model that is right for its kind in form. */
export const kindProblems = (model: Model): readonly string[] => rulesOf(model).model(model)

/** Why every request for a task would be refused, whatever its prompt. */
export const taskParameterProblems = (found: FoundTask): readonly string[] =>
  rulesOf(found.model).task?.(found, found.model) ?? []
