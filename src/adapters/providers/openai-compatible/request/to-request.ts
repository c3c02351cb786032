import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatCall } from '../../../../application/ports/providers/chat-provider.ts'
import { findPricedField } from '../../../../domain/chat/checks/priced-fields.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { asksForNothing } from '../../fields/default-values.ts'
import { listedEfforts } from '../../fields/listed-efforts.ts'
import { picked } from '../../fields/shape.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import type { ProviderRequest } from '../../upstream/provider-http.ts'
import { nothingToAnswer } from '../../sent-messages.ts'
import { objectOf } from '../../wire.ts'
import { withCallIds } from './call-id-forms.ts'
import { inDialect } from './dialect-messages.ts'
import type { DialectRules } from '../dialects.ts'
import { toEffortFields, withEffortForTools, withEffortOfBudget } from './effort-fields.ts'
import { firstFile } from './file-parts.ts'
import { toWireMessage } from './wire-message.ts'

/** Asked for, they change what the answer is; where a provider has no word for one, the request is refused. */
const CAPABILITIES: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ['n', (n) => typeof n === 'number' && n > 1],
  ['seed', () => true],
  ['stop', (stop) => !isEmpty(stop)],
  ['logprobs', (logprobs) => logprobs === true],
  ['top_logprobs', (top) => !asksForNothing('top_logprobs', top)],
  ['logit_bias', (bias) => !isEmpty(bias)],
  ['tools', (tools) => !isEmpty(tools)],
  ['response_format', () => true],
]

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

const refusedField = (request: ChatRequest, { takes }: DialectRules): string | null => {
  const refused = CAPABILITIES.find(([name, isAsked]) => {
    const value = request[name]
    return value !== undefined && value !== null && takes.fields?.has(name) !== true && isAsked(value)
  })
  return refused?.[0] ?? null
}

/** A field that the catalogue lets through may not hold, deeper inside, what is priced. */
const pricedField = (request: ChatRequest, passFields: readonly string[]): string | null => {
  for (const name of passFields) {
    const inside = findPricedField(request[name])
    if (inside !== null) return `${name}.${inside}`
  }
  return null
}

/**
 * The request to send: of the caller's own what this provider takes, without null fields, with the deployment's model
 * and fixed parameters; or the field that it cannot be asked for. Usage is always asked for, because billing needs it;
 * whether the caller sees it is decided elsewhere.
 */
export const toRequest =
  ({ rules, passFields }: WireOptions) =>
  (
    { request, deployment }: Pick<ChatCall, 'request' | 'deployment'>,
    isStream: boolean,
  ): Either<UpstreamFailure, ProviderRequest> => {
    const refused = refusedField(request, rules) ?? pricedField(request, passFields)
    if (refused !== null) return unsupported(refused, `'${refused}' is not offered by this model's provider.`)
    const file = rules.takesFiles ? null : firstFile(request.messages)
    if (file !== null) return unsupported(file, "This model's provider reads no files but those of text.")
    const given = withEffortOfBudget(picked(request, rules.takes, new Set()), rules)
    const taken = withEffortForTools(given, deployment, rules)
    const { efforts = rules.efforts, fixed } = listedEfforts(deployment)
    const fields: [string, unknown][] = []
    for (const [field, value] of Object.entries(taken)) {
      if (value === null || value === undefined || OWN_FIELDS.has(field)) continue
      fields.push([rules.renamed.get(field) ?? field, rules.isMistral === true ? inMistral(field, value) : value])
    }
    for (const field of [...toEffortFields(taken, efforts, rules), ...Object.entries(fixed)]) fields.push(field)
    const thinking = fields.findLast(([field]) => field === 'thinking')?.[1]
    const { messages: history } = inDialect(taken.messages, rules, objectOf(thinking)?.['type'] !== 'disabled')
    if (history.length === 0) return nothingToAnswer()
    const messages = withCallIds(history, rules.callIds).map(toWireMessage)
    fields.push(['model', deployment.upstreamModel], ['messages', messages])
    if (isStream) {
      fields.push(['stream', true])
      if (rules.streamOptions !== null) fields.push(['stream_options', rules.streamOptions])
    }
    // `fromEntries` defines its fields, so that a field called `__proto__` stays a field like any other.
    return right({ path: '/chat/completions', body: Object.fromEntries(fields) })
  }

interface WireOptions {
  readonly rules: DialectRules
  /** Fields that the catalogue lets through besides. */
  readonly passFields: readonly string[]
}

const OWN_FIELDS: ReadonlySet<string> = new Set(['model', 'messages', 'stream', 'stream_options', 'reasoning_effort'])

const inMistral = (field: string, value: unknown): unknown =>
  field === 'tool_choice' && value === 'required' ? 'any' : value
