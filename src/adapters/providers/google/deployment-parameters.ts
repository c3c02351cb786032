import type { Deployment } from '../../../domain/catalog/model.ts'
import { fixedFieldsBeside } from '../fields/fixed-fields.ts'
import { countOf, objectOf, stringsOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

/**
 * The catalogue states in the deployment's `parameters` what a model of Google's can do that others cannot; the adapter
 * never guesses it from the model's name. All other parameters are fixed fields of every body sent there.
 */
export interface GoogleParameters {
  /** `thinking_levels`: the words the model takes, weakest first; empty: its thinking cannot be steered by words. */
  readonly thinkingLevels: readonly string[]
  /** `thinking_budget: {min, max}`: models before Gemini 3 are steered by tokens instead. */
  readonly thinkingBudget: { readonly min: number; readonly max: number } | null
  /** A fixed `generationConfig.thinkingConfig` lets the model think nothing, whatever a caller asks for. */
  readonly neverThinks: boolean
  /** `drops`: fields of the caller's that the model refuses and whose loss no caller notices. */
  readonly drops: ReadonlySet<string>
  /** `json_with_tools: false`: the model refuses JSON output and tools in one request. */
  readonly jsonWithTools: boolean
  /** `system_instruction: false`: the model has no place for it (Gemma); it is put before the first user text. */
  readonly systemInstruction: boolean
  /** `thought_signatures: false`: the model signs no calls (before Gemini 3), and wants none signed. */
  readonly thoughtSignatures: boolean
  /** `prefill: true`: the model goes on from an answer at the end (before Gemini 3.5). */
  readonly prefill: boolean
  /** `aspect_ratios`, `image_sizes`: what an image model can be asked for; empty: not to be asked for. */
  readonly aspectRatios: readonly string[]
  readonly imageSizes: readonly string[]
  /** `style: speech_metadata`: how to speak has its own field; otherwise it stands before the text. */
  readonly hasStyleField: boolean
  /** `api`: which of Google's two video APIs the deployment calls. */
  readonly videoApi: 'interactions' | 'long_running'
}

const OWN_PARAMETERS: ReadonlySet<string> = new Set([
  'thinking_levels',
  'thinking_budget',
  'drops',
  'json_with_tools',
  'system_instruction',
  'thought_signatures',
  'prefill',
  'aspect_ratios',
  'image_sizes',
  'style',
  'api',
])

const ASPECT_RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']
const IMAGE_SIZES = ['512', '1K', '2K', '4K']
const THINKING_LEVELS = ['low', 'medium', 'high']

export const parametersOf = ({ parameters }: Pick<Deployment, 'parameters'>): GoogleParameters => {
  const budget = objectOf(parameters['thinking_budget'])
  return {
    thinkingLevels: stringsOf(parameters['thinking_levels']) ?? THINKING_LEVELS,
    thinkingBudget:
      budget === null ? null : { min: countOf(budget['min']) ?? 0, max: countOf(budget['max']) ?? 24_576 },
    neverThinks: objectOf(objectOf(parameters['generationConfig'])?.['thinkingConfig'])?.['thinkingBudget'] === 0,
    drops: new Set(stringsOf(parameters['drops']) ?? []),
    jsonWithTools: parameters['json_with_tools'] !== false,
    systemInstruction: parameters['system_instruction'] !== false,
    thoughtSignatures: parameters['thought_signatures'] !== false,
    prefill: parameters['prefill'] === true,
    aspectRatios: stringsOf(parameters['aspect_ratios']) ?? ASPECT_RATIOS,
    imageSizes: stringsOf(parameters['image_sizes']) ?? IMAGE_SIZES,
    hasStyleField: parameters['style'] === 'speech_metadata',
    videoApi: parameters['api'] === 'long_running' ? 'long_running' : 'interactions',
  }
}

const fixedFields = fixedFieldsBeside(OWN_PARAMETERS)

/** A body with the deployment's fixed fields laid over it, objects field by field. */
export const withFixedFields = (body: Wire, deployment: Pick<Deployment, 'parameters'>): Wire =>
  overlaid(body, fixedFields(deployment))

/** Where both have an object under one name, the objects are laid over each other; else `over` wins. */
export const overlaid = (under: Wire, over: Wire): Wire => ({
  ...under,
  ...Object.fromEntries(
    Object.entries(over).map(([name, value]) => {
      const [below, above] = [objectOf(under[name]), objectOf(value)]
      return [name, below === null || above === null ? value : overlaid(below, above)]
    }),
  ),
})
