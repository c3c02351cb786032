import { right } from 'fp-ts/lib/Either.js'
import type { NativeRequest } from '../../../../domain/chat/native.ts'
import { smallerBudget } from '../../../../domain/chat/output-limits/thinking-budget.ts'
import { isGiven } from '../../../../domain/json.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import { nativeBody } from '../../native/native-chat.ts'
import type { NamedFields, NativeCall, ToNativeRequest } from '../../native/native-chat.ts'
import { arrayOf, nonEmptyOf, objectOf, objectsIn, stringOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { passedBetas, withheldBetas } from './betas.ts'
import { fixedFields, parametersOf } from '../deployment-parameters.ts'
import { placeBehindThoughts, withoutThoughts } from '../without-thoughts.ts'
import { withTakenToolUses } from './taken-tool-uses.ts'

/** Whether a value of a field leaves the price of the call and its tenant as they are. */
type Harmless = (value: unknown) => boolean

const isEmptyList: Harmless = (value) => arrayOf(value)?.length === 0

/**
 * Fields that change what the provider charges, or that reach what other users of the operator's key have stored there.
 */
const HARMLESS: readonly (readonly [name: string, isHarmless: Harmless])[] = [
  ['service_tier', (value) => value === 'auto' || value === 'standard_only'],
  ['speed', (value) => value === 'standard'],
  ['inference_geo', () => false],
  ['container', () => false],
  ['mcp_servers', isEmptyList],
  ['thread', () => false],
  ['billing_policy', () => false],
  ['fallback_credit_token', () => false],
  // No hold covers the length of what it writes.
  ['compaction', () => false],
]

/** Tools that the client carries out. The provider runs every other type itself, and bills most of them. */
const CLIENT_TOOLS = /^(?:custom|bash_\d+|text_editor_\d+|computer_\d+|(?:browser|computer)_toolset_\d+|memory_\d+)$/

const refusedField = (fields: NativeRequest['fields']): string | null => {
  const refused = HARMLESS.find(([name, isHarmless]) => {
    const value = fields.get(name)?.value
    return isGiven(value) && !isHarmless(value)
  })
  return refused?.[0] ?? null
}

const refusedTool = (fields: NativeRequest['fields']): string | null => {
  const tools = objectsIn(fields.get('tools')?.value)
  const refused = tools.findIndex(({ type }) => isGiven(type) && !CLIENT_TOOLS.test(stringOf(type) ?? ''))
  return refused === -1 ? null : `tools.${refused}.type`
}

/**
 * An edit that has the conversation summed up is a call of its own, whose output has no limit that could be held for.
 */
const refusedEdit = (fields: NativeRequest['fields']): string | null => {
  const edits = objectsIn(objectOf(fields.get('context_management')?.value)?.['edits'])
  const refused = edits.findIndex(({ type }) => String(type).startsWith('compact'))
  return refused === -1 ? null : `context_management.edits.${refused}.type`
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
  const field = refusedField(native.fields) ?? refusedTool(native.fields) ?? refusedEdit(native.fields)
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
