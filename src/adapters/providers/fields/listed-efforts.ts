import type { Deployment } from '../../../domain/catalog/model.ts'
import { stringsOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

interface ListedEfforts {
  /**
   * `efforts`: the words for how much to think that the model knows, weakest first; undefined where none are listed.
   */
  readonly efforts: readonly string[] | undefined
  /** All other parameters: fixed fields of every body sent there. */
  readonly fixed: Wire
}

/**
 * What the catalogue states in the `parameters` of a deployment on OpenAI's wire; an adapter never guesses it from the
 * model's name.
 */
export const listedEfforts = ({ parameters }: Pick<Deployment, 'parameters'>): ListedEfforts => {
  if (!('efforts' in parameters)) return { efforts: undefined, fixed: parameters }
  const { efforts, ...fixed } = parameters
  return { efforts: stringsOf(efforts) ?? undefined, fixed }
}
