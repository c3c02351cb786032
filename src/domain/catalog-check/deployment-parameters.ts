import type { ChatModel, Deployment, ImageModel, Model } from '../catalog/model.ts'
import { findForbiddenField, normalizedName } from '../parameters/request-fields.ts'
import type { Tariff } from '../pricing/tariff.ts'

/** Why a field may not be fixed, by the field's name in the form in which names are compared. */
type Reasons = ReadonlyMap<string, string>

const because = (reason: string, names: string): readonly (readonly [string, string])[] =>
  names.split(/\s+/).map((name) => [normalizedName(name), reason])

const WRITTEN = 'the gateway writes it into every request'
const LIMITED = 'the limit that is held for would not be the one that is sent; limits.max_output_tokens bounds it'
const COUNTED = 'a call is held for as many as its client asks for'
const LONGER = 'it adds to what a call is held for'

/** What every deployment is asked. Deeper inside, a field of such a name is another one. */
const AT_THE_TOP: Reasons = new Map(
  because(WRITTEN, 'model messages input prompt contents instances file image images mask'),
)

const OF_ALL: Reasons = new Map(
  because(COUNTED, 'n num_images number_of_images number_of_videos candidate_count sample_count'),
)

const OF_CHAT: Reasons = new Map([
  ...because(
    LIMITED,
    'max_tokens max_completion_tokens max_output_tokens max_new_tokens max_length max_gen_len num_predict',
  ),
  ...because(COUNTED, 'best_of num_return_sequences'),
  ...because(LONGER, 'system instructions tools functions mcp_servers prediction documents'),
  ...because(LONGER, 'web_search web_search_options search_parameters enable_search plugins'),
])

/** How a text is spoken, and how fast: where tokens are paid, either may make a call longer. */
const OF_SPEECH: Reasons = new Map(because(LONGER, 'instructions speed'))

const OF_TRANSCRIPTION: Reasons = new Map(because(LONGER, 'instructions'))

/** What a second of a video costs, and how many there are. */
const OF_VIDEO: Reasons = new Map(
  because('a client is charged for what it asks for itself', 'seconds duration duration_seconds resolution size fps'),
)

const NONE: Reasons = new Map()

const ROWS = 'tariff.rows have prices by it, and the row is found by what the client asks for'
const BOUNDS = 'limits.max_output_tokens_per_image.by_quality has figures for what the client asks for'

/** What decides the price of an image, where the catalogue has a figure for each value of it. */
const imageReasons = ({ tariff, limits }: ImageModel): Reasons => {
  if (tariff.unit === 'image') {
    const priced = (['quality', 'size'] as const).filter((name) => tariff.rows.some((row) => row[name] !== null))
    return new Map(priced.map((name) => [name, ROWS]))
  }
  const inputs = because('no figure of the catalogue counts it', 'input_fidelity partial_images')
  const isBounded = limits.maxOutputTokens !== undefined && limits.maxOutputTokens !== null
  return new Map([...inputs, ...(isBounded ? because(BOUNDS, 'quality size') : [])])
}

const TIERS = 'tariff.service_tiers have prices by it, and a client asks for its tier itself'

const chatReasons = ({ tariff }: ChatModel): Reasons =>
  (tariff.serviceTiers?.size ?? 0) === 0 ? OF_CHAT : new Map([...OF_CHAT, ...because(TIERS, 'service_tier')])

const isByTokens = ({ unit }: Tariff): boolean => unit !== 'characters' && unit !== 'audio_second'

const reasonsFor = (model: Model): Reasons => {
  switch (model.kind) {
    case 'chat':
      return chatReasons(model)
    case 'image':
      return imageReasons(model)
    case 'speech':
      return isByTokens(model.tariff) ? OF_SPEECH : NONE
    case 'transcription':
      return isByTokens(model.tariff) ? OF_TRANSCRIPTION : NONE
    case 'video':
      return OF_VIDEO
    case 'embedding':
      return NONE
  }
}

const problemOf = ({ parameters }: Deployment, reasons: Reasons): readonly string[] => {
  const reasonOf = (name: string): string | undefined => {
    const compared = normalizedName(name)
    return OF_ALL.get(compared) ?? reasons.get(compared)
  }
  const atTheTop = Object.keys(parameters).find((name) => AT_THE_TOP.has(normalizedName(name)))
  if (atTheTop !== undefined) return [`parameters.${atTheTop} cannot be fixed: ${WRITTEN}`]
  // Switched off, a field asks for nothing.
  const found = findForbiddenField(parameters, (name, value) => value !== false && reasonOf(name) !== undefined)
  if (found === null) return []
  return [`parameters.${found} cannot be fixed: ${reasonOf(found.split('.').at(-1) ?? '') ?? ''}`]
}

/**
 * What a fixed parameter of a deployment may not be. It goes over what the client asks for, while a call is held for
 * and charged by what the client asks for, so that the house would pay for one that makes a call more expensive.
 */
export const deploymentParameterProblems = (model: Model): readonly string[] => {
  const reasons = reasonsFor(model)
  return model.deployments.flatMap((deployment) => problemOf(deployment, reasons))
}
