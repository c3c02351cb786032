import type { Deployment } from '../../../domain/catalog/model.ts'
import { fixedFieldsBeside } from '../fields/fixed-fields.ts'
import { stringsOf } from '../wire.ts'

/**
 * The catalogue states in the deployment's `parameters` what a model of xAI's can be asked for; the adapter never
 * guesses it from the model's name. All other parameters are fixed fields of every body sent there.
 */
export interface XaiParameters {
  /** `aspect_ratios` of images; empty: not to be asked for. */
  readonly aspectRatios: readonly string[]
  /** `resolutions`, weakest first; null: whatever may be asked for (videos), nothing is (images). */
  readonly resolutions: readonly string[] | null
}

const OWN_PARAMETERS: ReadonlySet<string> = new Set(['aspect_ratios', 'resolutions'])

const ASPECT_RATIOS = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3']

export const parametersOf = ({ parameters }: Pick<Deployment, 'parameters'>): XaiParameters => ({
  aspectRatios: stringsOf(parameters['aspect_ratios']) ?? ASPECT_RATIOS,
  resolutions: stringsOf(parameters['resolutions']),
})

/** The parameters that are fields of the body. */
export const fixedFields = fixedFieldsBeside(OWN_PARAMETERS)
