import type { ChatModel, Deployment, ImageModel, Model, ModelKind } from '../catalog/model.ts'
import { compactingEditIn } from '../chat/checks/compacting-edit.ts'
import { isOff, isRecord } from '../json.ts'
import type { Json } from '../json.ts'
import { findForbiddenField, normalizedName } from '../parameters/request-fields.ts'
import type { Tariff } from '../pricing/tariff.ts'

/** Why a field may not be fixed, and the values that are no reason. */
interface Rule {
  readonly reason: string
  readonly isHarmless: (value: Json) => boolean
}

/** By the field's name in the form in which names are compared. */
type Rules = ReadonlyMap<string, Rule>

/** Not even nothing: in place of what the client asks for it is what the provider chooses. */
const noValue = (): boolean => false

const because = (reason: string, names: string, isHarmless: Rule['isHarmless'] = isOff) =>
  names.split(/\s+/).map((name) => [normalizedName(name), { reason, isHarmless }] as const)

const WRITTEN = 'the gateway writes it into every request'
const LIMITED = 'the limit that is held for would not be the one that is sent; limits.max_output_tokens bounds it'
const COUNTED = 'a call is held for as many as its client asks for'
const LONGER = 'it adds to what a call is held for'
const ELSEWHERE = 'a model with another price may answer'
const INSTEAD = 'it would stand in place of what the client sends'

/** What every deployment is asked. Deeper inside, a field of such a name is another one. */
const AT_THE_TOP: ReadonlySet<string> = new Set(
  'model messages input prompt contents content instances file image images mask'.split(' '),
)

/** What else a client sends. In its place even nothing would take something away. */
const SENT_BY_CLIENTS: ReadonlyMap<ModelKind, ReadonlySet<string>> = new Map([
  ['chat', new Set('system system_instruction instructions tools functions'.split(' ').map(normalizedName))],
  ['speech', new Set(['instructions'])],
])

const OF_ALL: Rules = new Map(
  because(COUNTED, 'n num_images number_of_images number_of_videos candidate_count sample_count', noValue),
)

/** In this spelling alone the catalogue says which of Google's models have a place for instructions. */
const SWITCH = 'system_instruction'

const isSwitch = (value: Json): boolean => isOff(value) || value === true

const isInstead = ({ kind }: Model, name: string, value: Json): boolean =>
  SENT_BY_CLIENTS.get(kind)?.has(normalizedName(name)) === true && !(name === SWITCH && isSwitch(value))

/** What lengthens a prompt, where its tokens are paid. */
const OF_PROMPTS: Rules = new Map([
  ...because(LONGER, 'system instructions tools functions cached_content'),
  ...because(LONGER, SWITCH, isSwitch),
])

const isTextOnly = (value: Json): boolean =>
  isOff(value) || (Array.isArray(value) && value.every((each) => typeof each === 'string' && /^text$/i.test(each)))

/** Of the ways in which OpenRouter makes text of a PDF those that cost no more than the text. */
const FREE_ENGINES: ReadonlySet<unknown> = new Set(['native', 'cloudflare-ai', 'pdf-text'])

const PLUGINS =
  'a plugin may cost what no hold counts, except response-healing, and file-parser with the pdf.engine ' +
  [...FREE_ENGINES].join(', ')

const isFreePlugin = (plugin: Json): boolean => {
  if (!isRecord(plugin)) return false
  const { id, enabled, pdf } = plugin
  if (enabled === false || id === 'response-healing') return true
  return id === 'file-parser' && isRecord(pdf) && FREE_ENGINES.has(pdf['engine'])
}

const hasFreePlugins = (value: Json): boolean => isOff(value) || (Array.isArray(value) && value.every(isFreePlugin))

const hasNoSummary = (management: Json): boolean => compactingEditIn(management) === -1

/** An effort of thinking has no price of its own; several answers of which the best is given have. */
const hasNoMode = (value: Json): boolean =>
  !isRecord(value) ||
  Object.entries(value).every(([name, mode]) => normalizedName(name) !== 'mode' || isOff(mode) || mode === 'standard')

const OF_CHAT: Rules = new Map([
  ...OF_PROMPTS,
  ...because(
    LIMITED,
    'max_tokens max_completion_tokens max_output_tokens max_new_tokens max_length max_gen_len num_predict',
    noValue,
  ),
  ...because(LIMITED, 'generation_config', isRecord),
  ...because(LONGER, 'thread conversation previous_response_id compaction'),
  ...because(LONGER, 'context_management', hasNoSummary),
  ...because(COUNTED, 'best_of num_return_sequences', noValue),
  ...because(LONGER, 'mcp_servers prediction documents audio multi_agent'),
  ...because(LONGER, 'web_search web_search_options search_parameters enable_search'),
  ...because(PLUGINS, 'plugins', hasFreePlugins),
  ...because(LONGER, 'modalities response_modalities', isTextOnly),
  ...because('its mode has a price of its own', 'reasoning', hasNoMode),
  ...because(ELSEWHERE, 'models fallbacks route'),
])

/** How a text is spoken, and how fast: where tokens are paid, either may make a call longer. */
const OF_SPEECH: Rules = new Map([...OF_PROMPTS, ...because(LONGER, 'speed')])

/** What a second of a video costs, and how many there are. */
const OF_VIDEO: Rules = new Map(
  because(
    'a client is charged for what it asks for itself',
    'seconds duration duration_seconds resolution size fps',
    noValue,
  ),
)

const NONE: Rules = new Map()

const ROWS = 'tariff.rows have prices by it, and the row is found by what the client asks for'
const BOUNDS = 'limits.max_output_tokens_per_image.by_quality has figures for what the client asks for'

/** What decides the price of an image, where the catalogue has a figure for each value of it. */
const imageRules = ({ tariff, limits }: ImageModel): Rules => {
  if (tariff.unit === 'image') {
    const priced = (['quality', 'size'] as const).filter((name) => tariff.rows.some((row) => row[name] !== null))
    return new Map(priced.flatMap((name) => because(ROWS, name, noValue)))
  }
  const inputs = because('no figure of the catalogue counts it', 'input_fidelity partial_images')
  const isBounded = limits.maxOutputTokens !== null
  return new Map([...OF_PROMPTS, ...inputs, ...(isBounded ? because(BOUNDS, 'quality size', noValue) : [])])
}

const TIERS = 'tariff.service_tiers have prices by it, and a client asks for its tier itself'

const chatRules = ({ tariff }: ChatModel): Rules =>
  (tariff.serviceTiers?.size ?? 0) === 0 ? OF_CHAT : new Map([...OF_CHAT, ...because(TIERS, 'service_tier', noValue)])

const isByTokens = ({ unit }: Tariff): boolean => unit !== 'characters' && unit !== 'audio_second'

const rulesFor = (model: Model): Rules => {
  switch (model.kind) {
    case 'chat':
      return chatRules(model)
    case 'image':
      return imageRules(model)
    case 'speech':
      return isByTokens(model.tariff) ? OF_SPEECH : NONE
    case 'transcription':
      return isByTokens(model.tariff) ? OF_PROMPTS : NONE
    case 'video':
      return OF_VIDEO
    case 'embedding':
      return NONE
  }
}

const problemOf = (model: Model, { parameters }: Deployment, rules: Rules): readonly string[] => {
  const ruleOf = (name: string): Rule | undefined => {
    const compared = normalizedName(name)
    return OF_ALL.get(compared) ?? rules.get(compared)
  }
  const atTheTop = Object.keys(parameters).find((name) => AT_THE_TOP.has(normalizedName(name)))
  if (atTheTop !== undefined) return [`parameters.${atTheTop} cannot be fixed: ${WRITTEN}`]
  const instead = Object.entries(parameters).find(([name, value]) => isInstead(model, name, value))
  if (instead !== undefined) return [`parameters.${instead[0]} cannot be fixed: ${INSTEAD}`]
  const found = findForbiddenField(parameters, (name, value) => ruleOf(name)?.isHarmless(value as Json) === false, true)
  if (found === null) return []
  return [`parameters.${found} cannot be fixed: ${ruleOf(found.split('.').at(-1) ?? '')?.reason ?? ''}`]
}

/**
 * What a fixed parameter of a deployment may not be. It goes over what the client asks for, but hold and charge follow
 * the client's own request: the house would pay for a parameter that makes a call more expensive.
 */
export const deploymentParameterProblems = (model: Model): readonly string[] => {
  const rules = rulesFor(model)
  return model.deployments.flatMap((deployment) => problemOf(model, deployment, rules))
}
