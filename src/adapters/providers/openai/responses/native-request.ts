import { right } from 'fp-ts/lib/Either.js'
import { isIdleValue } from '../../../../domain/chat/checks/priced-fields.ts'
import { isOff, stringOf } from '../../../../domain/json.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import { listedEfforts } from '../../fields/listed-efforts.ts'
import { nativeBody } from '../../native/native-chat.ts'
import type { NamedFields, NativeCall, ToNativeRequest } from '../../native/native-chat.ts'
import { shortCallId } from '../../call-ids/short-call-id.ts'
import { hasRepeated, uniqueCallIds } from '../../call-ids/unique-call-ids.ts'
import { objectOf, objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { readableItems, readablePlaces } from './marked-seals.ts'

/** The programs that everyone has. Every other one is granted to the operator, and not to its clients. */
const isOfEveryone = (programs: unknown): boolean =>
  isOff(programs) ||
  Object.values(objectOf(programs) ?? { programs }).every((program) => isOff(program) || program === 'standard')

/**
 * What reaches things that are stored under the operator's key, uses what the operator alone was granted, goes on
 * working after the answer, or has a price of its own: a prompt cache that lives longer. Each with the values that do
 * not.
 */
const REFUSED_FIELDS: readonly (readonly [name: string, isHarmless: (value: unknown) => boolean])[] = [
  ['access_programs', isOfEveryone],
  ['conversation', isOff],
  ['prompt', isOff],
  ['background', isOff],
  ['background_options', (options) => isIdleValue('background_options', options)],
  ['prompt_cache_options', isOff],
  ['prompt_cache_retention', isOff],
]

/** Tools that the client carries out. The provider runs every other type itself, and bills it apart. */
const CLIENT_TOOLS: ReadonlySet<unknown> = new Set(['function', 'custom', 'namespace'])

const refusedTool = (tools: unknown): string | null => {
  const refused = objectsIn(tools).findIndex(({ type }) => !CLIENT_TOOLS.has(type))
  return refused === -1 ? null : `tools.${refused}.type`
}

/** Longer ids of calls are refused. */
const MAX_CALL_ID_CHARS = 64

const isOutput = ({ type }: Wire): boolean => stringOf(type)?.endsWith('_output') === true

/**
 * The items with ids of calls that the provider takes, each once. Another provider's id may be longer, because it
 * carries the thoughts before the call; a call and its output get the same short one. No answer names the call of an
 * earlier turn, so none is to be named back. Null where all are taken as they are.
 */
const withTakenIds = (items: readonly Wire[]): readonly Wire[] | null => {
  const called = items.flatMap((item) => (isOutput(item) ? [] : (stringOf(item['call_id']) ?? [])))
  if (!hasRepeated(called) && called.every((id) => id.length <= MAX_CALL_ID_CHARS)) return null
  const ids = uniqueCallIds()
  return items.map((item) => {
    const given = stringOf(item['call_id'])
    if (given === null) return item
    const id = isOutput(item) ? ids.answered(given) : ids.called(given)
    return { ...item, call_id: id.length > MAX_CALL_ID_CHARS ? shortCallId(id) : id }
  })
}

const readBy = ({ deployment, leavesOutReasoning }: Pick<NativeCall, 'deployment' | 'leavesOutReasoning'>) => ({
  provider: deployment.provider,
  leavesOutReasoning: leavesOutReasoning === true,
})

/** The place of an item, as OpenAI and its like write it. */
const ITEM = /^input(?:\[|\.)(\d+)\]?/

/** The provider names a field beside its sentence. Some items of the request may not have been sent. */
export const namedFields = (call: NativeCall): NamedFields => ({
  named: 'beside_sentence',
  placeOf: (path) => {
    const sent = ITEM.exec(path)
    if (sent === null) return path
    const place = readablePlaces(call.native.fields.get('input')?.value, readBy(call))[Number(sent[1])]
    return place === undefined ? path : `input[${place}]${path.slice(sent[0].length)}`
  },
})

/**
 * The client's own Responses request, with the deployment's model, its fixed parameters and the limit that is held for.
 * Nothing is stored at the provider: a conversation is kept by the gateway, and sent whole each time.
 */
export const toNativeRequest: ToNativeRequest = ({ native, request, deployment, leavesOutReasoning }, isStream) => {
  const { fields } = native
  const [field] = REFUSED_FIELDS.find(([name, isHarmless]) => !isHarmless(fields.get(name)?.value)) ?? [null]
  const refused = field ?? refusedTool(fields.get('tools')?.value)
  if (refused !== null) {
    return unsupported(refused, `'${refused}' with this value is not offered for this model.`)
  }
  const given = fields.get('input')?.value
  const readable = readableItems(given, readBy({ deployment, leavesOutReasoning }))
  const input = withTakenIds(readable ?? objectsIn(given)) ?? readable
  return right({
    path: '/responses',
    body: nativeBody(fields, {
      ...listedEfforts(deployment).fixed,
      ...(input === null ? {} : { input }),
      model: deployment.upstreamModel,
      max_output_tokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
      store: false,
      previous_response_id: undefined,
      background: undefined,
      background_options: undefined,
      stream: isStream ? true : undefined,
    }),
  })
}
