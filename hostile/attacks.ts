import { randomUUID } from 'node:crypto'
import { bodyLimit } from './body-limit.ts'
import { fieldShapes, LARGEST_BODIES, WHOLE_BODIES } from './body-shapes.ts'
import type { Shape } from './body-shapes.ts'
import type { Call } from './call.ts'
import { CHAT_BODIES } from './chat-shapes.ts'
import { EMBEDDING_INPUTS } from './embedding-shapes.ts'
import type { EndpointData, Resolve } from './endpoint-data.ts'
import { FORMS, RECORDINGS } from './form-shapes.ts'
import type { Attack } from './measure.ts'
import { PROVIDER_SHAPES } from './provider/hostile-provider.ts'
import type { Target } from './service.ts'
import { BEGINNINGS, COMMON_HEADERS, FILLINGS } from './text-fillings.ts'

/** Every endpoint reads twice this size; the largest body of an endpoint is tried once for each limit. */
const BODY_BYTES = 1_500_000
/** Fields get less text than whole bodies, because there are many fields. */
const FIELD_BYTES = 300_000
const FORM_BYTES = 1_000_000
/** Twice this, and the headers of an ordinary request, fit into what the server reads of a head. */
const HEAD_BYTES = 7_000
const OTHER_KEY = 'sk-aiagg-0000000000000000000000000000000000000000000'

export type Group = readonly Attack[]

const pathOf = ({ path }: EndpointData, { conversationId }: Target): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'conversation_id') return conversationId
    if (name === 'idx') return '0'
    return name === 'currency' ? 'RUB' : randomUUID()
  })

const bearer = ({ auth }: EndpointData, { credentials }: Target): string =>
  auth === 'session' ? credentials.session : credentials.apiKey

const baseCall = (endpoint: EndpointData, target: Target, isKnown = true): Call => ({
  method: endpoint.method,
  path: pathOf(endpoint, target),
  headers: {
    authorization: `Bearer ${isKnown ? bearer(endpoint, target) : OTHER_KEY}`,
    ...(endpoint.parameters.some(({ name }) => name === 'Idempotency-Key') ? { 'idempotency-key': randomUUID() } : {}),
    ...(endpoint.json === null ? {} : { 'content-type': 'application/json' }),
  },
  body: null,
})

const nameOf = ({ method, path }: EndpointData): string => `${method} ${path}`

const bodyAttack = (where: string, base: Call, bytes: number, shape: Shape): Attack => ({
  where,
  shape: shape.name,
  bytes: Math.floor(bytes),
  call: (size) => ({ ...base, headers: { ...base.headers, ...shape.headers }, body: shape.make(size) }),
})

/** What takes a form and no JSON takes a recording. */
const onFormAlone = (endpoint: EndpointData, known: Call): readonly Group[] =>
  [FORMS, RECORDINGS].map((shapes) =>
    shapes.map((shape) => bodyAttack(`${nameOf(endpoint)} (form)`, known, FORM_BYTES, shape)),
  )

/** An endpoint, and the largest class of JSON that it takes, in bytes; null where it takes none. */
interface Limited {
  readonly endpoint: EndpointData
  readonly limit: number | null
}

/** The attacks on an endpoint that takes a body. `tried` has the limits that others have been tried at. */
const onBody = (
  { endpoint, limit }: Limited,
  target: Target,
  resolve: Resolve,
  tried: Set<number>,
): readonly Group[] => {
  const [known, unknown] = [baseCall(endpoint, target), baseCall(endpoint, target, false)]
  if (limit === null) return endpoint.multipart === null ? [] : onFormAlone(endpoint, known)
  // Twice the size stays below the limit, so that both sizes are read.
  const most = Math.min(limit * 0.48, BODY_BYTES)
  const largest = tried.has(limit) ? most : limit * 0.48
  tried.add(limit)
  const name = nameOf(endpoint)
  const groups = [
    WHOLE_BODIES.map((shape) => bodyAttack(name, known, most, shape)),
    LARGEST_BODIES.map((shape) => bodyAttack(name, known, largest, shape)),
    fieldShapes(endpoint, resolve).map((shape) => bodyAttack(name, known, Math.min(most, FIELD_BYTES), shape)),
  ]
  // Under one key a second body would be refused unread.
  const { 'idempotency-key': _, ...headers } = known.headers
  const asked = { ...known, headers }
  if (name === 'POST /v1/embeddings') {
    groups.push(EMBEDDING_INPUTS.map((shape) => bodyAttack(name, asked, limit * 0.48, shape)))
  }
  if (name === 'POST /v1/chat/completions') {
    groups.push(CHAT_BODIES.map((shape) => bodyAttack(name, asked, most, shape)))
  }
  const answered = PROVIDER_SHAPES.filter((shape) => shape.endpoint === name)
  groups.push(...answered.map((shape) => [bodyAttack(name, asked, shape.bytes, shape)]))
  if (endpoint.auth !== 'none') {
    groups.push(WHOLE_BODIES.slice(0, 4).map((shape) => bodyAttack(`${name} without a key`, unknown, most, shape)))
  }
  if (endpoint.multipart !== null) {
    groups.push(FORMS.map((shape) => bodyAttack(`${name} (form)`, known, FORM_BYTES, shape)))
  }
  return groups
}

const fill = (beginning: string, filling: string, bytes: number): string =>
  `${beginning}${filling.repeat(Math.floor(bytes / filling.length))}x`

const headAttacks = (where: string, change: (text: (beginning: string) => string) => Call): Group =>
  FILLINGS.map((filling) => ({
    where,
    shape: JSON.stringify(filling),
    bytes: HEAD_BYTES,
    call: (bytes) => change((beginning) => fill(beginning, filling, bytes)),
  }))

const onHeader = (endpoint: EndpointData, target: Target, header: string): Group => {
  const base = baseCall(endpoint, target)
  return headAttacks(`${nameOf(endpoint)} ${header}`, (text) => ({
    ...base,
    headers: { ...base.headers, [header]: text(BEGINNINGS[header] ?? '') },
  }))
}

const onQuery = (endpoint: EndpointData, target: Target, parameter: string): Group => {
  const base = baseCall(endpoint, target)
  return headAttacks(`${nameOf(endpoint)} ?${parameter}`, (text) => ({
    ...base,
    // A percent sign stays as it is, and characters that no address may hold are escaped; the result fits into a head.
    path: `${base.path}?${parameter}=${text('').replaceAll(/[^!-~]/g, '+')}`,
  }))
}

const onPath = (endpoint: EndpointData, target: Target, parameter: string): Group => {
  const base = baseCall(endpoint, target)
  return headAttacks(`${nameOf(endpoint)} {${parameter}}`, (text) => ({
    ...base,
    path: pathOf({ ...endpoint, path: endpoint.path.replace(`{${parameter}}`, '\0') }, target).replace(
      '\0',
      text('').replaceAll(/[^!-~]|[?#]/g, '+'),
    ),
  }))
}

const FIELD_CHARACTERS = 200

/** Many headers that the service does not know, together as large as a head may be. */
const onUnknownHeaders = (endpoint: EndpointData, target: Target): Group => {
  const base = baseCall(endpoint, target)
  const call = (bytes: number): Call => {
    const names = Array.from(
      { length: Math.floor(bytes / (FIELD_CHARACTERS + 10)) },
      (_, index) => `x-unknown-${index}`,
    )
    const unknown = Object.fromEntries(names.map((name) => [name, 'a'.repeat(FIELD_CHARACTERS)]))
    return { ...base, headers: { ...unknown, ...base.headers } }
  }
  return [{ where: nameOf(endpoint), shape: 'many unknown headers', bytes: HEAD_BYTES * 0.9, call }]
}

/** Endpoints for attacks on headers that every endpoint reads: one for each kind of caller. */
const COMMON_AT = ['GET /v1/models', 'GET /v1/me', 'GET /v1/catalog', 'POST /v1/auth/login']

const onHead = (endpoint: EndpointData, target: Target): readonly Group[] => {
  const own = endpoint.parameters.map((parameter) => {
    const { name } = parameter
    switch (parameter.in) {
      case 'header':
        return onHeader(endpoint, target, name.toLowerCase())
      case 'query':
        return onQuery(endpoint, target, name)
      case 'path':
        return onPath(endpoint, target, name)
    }
  })
  const isCommon = COMMON_AT.includes(nameOf(endpoint))
  if (!isCommon) return own
  const common = COMMON_HEADERS.map((header) => onHeader(endpoint, target, header))
  return [...own, ...common, onUnknownHeaders(endpoint, target)]
}

/** An attack that ends the account or its session would make all later ones harmless. */
const SPARED = ['DELETE /v1/me', 'POST /v1/auth/logout']

/** What is free has a limit of its own, which no setting raises. */
const LOOK_UPS = [
  'POST /v1/messages/count_tokens',
  'POST /v1/responses/input_tokens',
  'GET /v1/key',
  'GET /v1/credits',
  'GET /v1/usage',
  'GET /v1/dashboard/billing/subscription',
  'GET /v1/dashboard/billing/usage',
]

/** Sends each call of the customer under the next of many keys, so that none is refused for its rate. */
const inTurn = ({ credentials, lookUpKeys }: Target): ((attack: Attack) => Attack) => {
  const own = `Bearer ${credentials.apiKey}`
  let sent = 0
  return (attack) => ({
    ...attack,
    call: (bytes) => {
      const call = attack.call(bytes)
      if (call.headers['authorization'] !== own) return call
      const key = lookUpKeys[(sent += 1) % lookUpKeys.length]
      return { ...call, headers: { ...call.headers, authorization: `Bearer ${key}` } }
    },
  })
}

/** All attacks, made from the service's own API document. */
export const attacksOn = async (
  target: Target,
  endpoints: readonly EndpointData[],
  resolve: Resolve,
): Promise<readonly Group[]> => {
  const attacked = endpoints.filter((endpoint) => !SPARED.includes(nameOf(endpoint)))
  // All at once, because a service that takes a body says nothing, and so each takes as long as is waited.
  const limited = await Promise.all(
    attacked.map(async (endpoint): Promise<Limited> => {
      const limit = endpoint.json === null ? null : await bodyLimit(target.port, baseCall(endpoint, target))
      return { endpoint, limit }
    }),
  )
  const tried = new Set<number>()
  const turn = inTurn(target)
  const admitted = (endpoint: EndpointData, groups: readonly Group[]): readonly Group[] =>
    LOOK_UPS.includes(nameOf(endpoint)) ? groups.map((group) => group.map(turn)) : groups
  return [
    ...limited.flatMap((each) => admitted(each.endpoint, onBody(each, target, resolve, tried))),
    ...attacked.flatMap((endpoint) => admitted(endpoint, onHead(endpoint, target))),
  ]
}
