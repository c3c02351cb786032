import type { Deployment } from '../../../domain/catalog/model.ts'
import { fixedFieldsBeside } from '../fields/fixed-fields.ts'
import { nonEmptyOf, stringsOf } from '../wire.ts'

/**
 * The catalogue states in the deployment's `parameters` how a model of Anthropic's differs from others; the adapter
 * never guesses it from the model's name. All other parameters are fixed fields of every body sent there.
 */
export interface AnthropicParameters {
  /** `anthropic_version`: the edition of the interface. */
  readonly version: string
  /** `sampling: false`: the model refuses `temperature` and `top_p`. */
  readonly sampling: boolean
  /** `forced_tools: false`: the model refuses to be made to call a tool. */
  readonly forcedTools: boolean
  /** `reasoning`: a request states how much to think in words (`adaptive`), in tokens (`budget`), or not (`none`). */
  readonly reasoning: 'adaptive' | 'budget' | 'none'
  /** `efforts`: the words of `adaptive`, weakest first. */
  readonly efforts: readonly string[]
  /** `least_thinking`: what `reasoning_effort: none` becomes. */
  readonly leastThinking: 'disabled' | 'between_tools' | 'low_effort'
  /** `system_turns: true`: the model reads instructions in the middle of a conversation. */
  readonly systemTurns: boolean
  /** `prefill: true`: the model goes on from an assistant message at the end. */
  readonly prefill: boolean
}

const OWN_PARAMETERS: ReadonlySet<string> = new Set([
  'anthropic_version',
  'sampling',
  'forced_tools',
  'reasoning',
  'efforts',
  'least_thinking',
  'system_turns',
  'prefill',
])

/** The last edition in which every model that can be sampled may be. */
const DEFAULT_VERSION = '2023-06-01'

const EDITIONS_WITH_SAMPLING: ReadonlySet<string> = new Set(['2023-01-01', DEFAULT_VERSION])

const EFFORTS = ['low', 'medium', 'high', 'max']

export const parametersOf = ({ parameters }: Pick<Deployment, 'parameters'>): AnthropicParameters => {
  const version = nonEmptyOf(parameters['anthropic_version']) ?? DEFAULT_VERSION
  const { reasoning, least_thinking: least } = parameters
  return {
    version,
    sampling: parameters['sampling'] !== false && EDITIONS_WITH_SAMPLING.has(version),
    forcedTools: parameters['forced_tools'] !== false,
    reasoning: reasoning === 'budget' || reasoning === 'none' ? reasoning : 'adaptive',
    efforts: stringsOf(parameters['efforts']) ?? EFFORTS,
    leastThinking: least === 'between_tools' || least === 'low_effort' ? least : 'disabled',
    systemTurns: parameters['system_turns'] === true,
    prefill: parameters['prefill'] === true,
  }
}

/** The parameters that are fields of the body. */
export const fixedFields = fixedFieldsBeside(OWN_PARAMETERS)
