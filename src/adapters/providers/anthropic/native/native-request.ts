import { right } from 'fp-ts/lib/Either.js'
import type { NativeRequest } from '../../../../domain/chat/native.ts'
import { findUnpricedField } from '../../../../domain/chat/checks/priced-fields.ts'
import { smallerBudget } from '../../../../domain/chat/output-limits/thinking-budget.ts'
import { isGiven, stringOf } from '../../../../domain/json.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import { nativeBody } from '../../native/native-chat.ts'
import type { NamedFields, NativeCall, ToNativeRequest } from '../../native/native-chat.ts'
import { nonEmptyOf, objectOf, objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { passedBetas, withheldBetas } from './betas.ts'
import { fixedFields, parametersOf } from '../deployment-parameters.ts'
import { placeBehindThoughts, withoutThoughts } from '../without-thoughts.ts'
import { withTakenToolUses } from './taken-tool-uses.ts'

/** Neither asks for a tier beyond the operator's own contract. */
const TIERS: ReadonlySet<unknown> = new Set(['auto', 'standard_only'])

/** Tools that the client carries out. The provider runs every other type itself, and bills most of them. */
const CLIENT_TOOLS = /^(?:custom|bash_\d+|text_editor_\d+|computer_\d+|(?:browser|computer)_toolset_\d+|memory_\d+)$/

/** A field that changes what the provider charges, or that reaches what is stored there under the operator's key. */
const refusedField = (fields: NativeRequest['fields']): string | null => {
  const tier = fields.get('service_tier')?.value
  if (isGiven(tier) && !TIERS.has(tier)) return 'service_tier'
  return findUnpricedField(Object.fromEntries([...fields].map(([name, { value }]) => [name, value])))
}

const refusedTool = (fields: NativeRequest['fields']): string | null => {
  const tools = objectsIn(fields.get('tools')?.value)
  const refused = tools.findIndex(({ type }) => isGiven(type) && !CLIENT_TOOLS.test(stringOf(type) ?? ''))
  return refused === -1 ? null : `tools.${refused}.type`
}

/** The thoughts that the client allows, with their budget inside the limit that is sent. */
const thinkingWithin = (fields: NativeRequest['fields'], limit: number | undefined): Wire => {
  const thinking = objectOf(fields.get('thinking')?.value)
  const [budget, asked] = [thinking?.['budget_tokens'], fields.get('max_tokens')?.value]
  if (typeof budget !== 'number' || typeof asked !== 'number' || limit === undefined || limit >= asked) return {}
  return { thinking: { ...thinking, budget_tokens: smallerBudget(budget, asked, limit) } }
}

const BETA = 'anthropic-beta'

/** What of a request the provider is not given, though it is asked in the client's own words. */
export const ignoredOfNative = ({ headers }: NativeRequest): readonly string[] =>
  withheldBetas(headers[BETA] ?? '').map((beta) => `${BETA}.${beta}`)

/** The provider names a field in its sentence alone. Some thoughts of the request may not have been sent. */
export const namedFields = ({ native, leavesOutReasoning }: NativeCall): NamedFields => ({
  named: 'in_sentence',
  placeOf: leavesOutReasoning === true ? placeBehindThoughts(native.fields.get('messages')?.value) : (path) => path,
})

/**
 * The client's own Messages request, with the deployment's model, its fixed parameters and the limit that is held for.
 */
export const toNativeRequest: ToNativeRequest = ({ native, request, deployment, leavesOutReasoning }, isStream) => {
  const field = refusedField(native.fields) ?? refusedTool(native.fields)
  if (field !== null) return unsupported(field, `'${field}' with this value is not offered for this model.`)
  const betas = passedBetas(native.headers[BETA] ?? '')
  const limit = request.max_tokens ?? request.max_completion_tokens ?? undefined
  const given = native.fields.get('messages')?.value
  const readable = leavesOutReasoning === true ? withoutThoughts(given) : null
  const messages = withTakenToolUses(readable ?? objectsIn(given)) ?? readable
  return right({
    path: '/messages',
    headers: {
      'anthropic-version': nonEmptyOf(native.headers['anthropic-version']) ?? parametersOf(deployment).version,
      ...(betas === '' ? {} : { [BETA]: betas }),
    },
    body: nativeBody(native.fields, {
      ...thinkingWithin(native.fields, limit),
      ...fixedFields(deployment),
      ...(messages === null ? {} : { messages }),
      model: deployment.upstreamModel,
      max_tokens: limit,
      stream: isStream ? true : undefined,
    }),
  })
}
