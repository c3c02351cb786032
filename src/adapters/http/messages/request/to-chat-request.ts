import { givenFields, isGiven, isObject } from '../../../../domain/json.ts'
import { createHash } from 'node:crypto'
import type { ChatMessage, ContentPart } from '../../../../domain/chat/message.ts'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { effortOfBudget } from '../../../../domain/chat/reasoning-measure.ts'
import { SHOWN_REASONING } from '../../../../domain/chat/shown-reasoning.ts'
import type { MessageRequest, PromptRequest } from './message-request-codec.ts'
import { isStrictSchema } from './strict-schema.ts'
import { systemText, toChatMessages } from './to-chat-messages.ts'
import { callersToolNames } from './tool-names.ts'
import type { CallersToolName } from './tool-names.ts'
import { toToolFields } from './to-tool-fields.ts'
import { noteOthers, startNotes } from './translation-notes.ts'
import type { TranslationFailure, TranslationNotes } from './translation-notes.ts'

/** A request for a message as the core understands it. */
export interface TranslatedRequest {
  readonly request: ChatRequest
  /** Fields of the caller's that have no counterpart, each once. */
  readonly ignoredFields: readonly string[]
  /** Why no other wire can be asked this; null if the chat request has all that the answer hangs on. */
  readonly failure: TranslationFailure | null
  /** Where each chat message stands in the caller's request. */
  readonly messagePaths: readonly string[]
  /** The same of the address or the bytes of each image and file, by `messages.<index>.content.<index>`. */
  readonly partPlaces: ReadonlyMap<string, string>
  readonly callersToolName: CallersToolName
}

type Fields = Readonly<Record<string, unknown>>

type Asked = PromptRequest & Partial<MessageRequest>

type FindInside = (asked: Asked) => object | null | undefined

/**
 * Fields that are read, or that ask for nothing: both words of `service_tier` are for the tier that other models have.
 */
const READ: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'max_tokens',
  'system',
  'stream',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'output_format',
  'metadata',
  'service_tier',
])

/** Fields with fields of their own, and which of those are read. */
const READ_INSIDE: readonly (readonly [path: string, read: ReadonlySet<string>, find: FindInside])[] = [
  ['tool_choice', new Set(['type', 'name', 'disable_parallel_tool_use']), ({ tool_choice: choice }) => choice],
  ['thinking', new Set(['type', 'budget_tokens', 'display']), ({ thinking }) => thinking],
  ['output_config', new Set(['effort', 'format']), ({ output_config: output }) => output],
  ['output_config.format', new Set(['type', 'schema']), ({ output_config: output }) => output?.format],
  ['output_format', new Set(['type', 'schema']), ({ output_format: format }) => format],
  ['metadata', new Set(['user_id']), ({ metadata }) => metadata],
]

/**
 * Fields of chat completions that this wire has in a form of its own, or that its answers have no place for, and fields
 * of this wire that chat completions have no place for.
 */
const OF_ONE_WIRE: ReadonlySet<string> = new Set(
  [
    ['n', 'stop', 'seed', 'user', 'max_completion_tokens', 'stream_options', 'reasoning_effort', 'response_format'],
    ['frequency_penalty', 'presence_penalty', 'logit_bias', 'logprobs', 'top_logprobs'],
    ['parallel_tool_calls', 'functions', 'function_call', 'cache_control', 'context_management'],
  ].flat(),
)

/** Longer names of users are refused by some providers. */
const MAX_USER_CHARS = 64

interface TranslationOptions {
  /** Set where only providers of this wire are asked: what they are given of earlier thoughts is counted. */
  readonly keepsReasoning: boolean
  /** Whether the model can be asked how much to think. */
  readonly takesEffort: boolean
  /** Whether it may think in a call with tools. */
  readonly thinksWithTools: boolean
}

/** Translates the body of `messages.create`, or of a count of its tokens. */
export const toChatRequest = (asked: Asked, options: TranslationOptions): TranslatedRequest => {
  const notes = startNotes()
  const others = otherFields(asked, notes)
  for (const [path, read, find] of READ_INSIDE) {
    const inside = find(asked)
    if (isObject(inside)) noteOthers(inside, read, `${path}.`, notes)
  }
  const system = systemMessages(asked, notes)
  const conversation = toChatMessages(asked, notes, options.keepsReasoning)
  const request = {
    ...others,
    model: asked.model,
    messages: [...system, ...conversation.map(({ message }) => message)],
    ...toToolFields(asked, notes),
    ...givenFields({
      max_tokens: asked.max_tokens,
      temperature: asked.temperature,
      top_p: asked.top_p,
      top_k: asked.top_k,
      stop: stopsOf(asked),
      reasoning_effort: effortFor(asked, options, notes),
      [SHOWN_REASONING]: isShownFor(asked, options),
      response_format: formatOf(asked, notes),
      user: userOf(asked),
    }),
  }
  return {
    request,
    ignoredFields: [...notes.ignored],
    failure: notes.failure,
    messagePaths: [...system.map(() => 'system'), ...conversation.map(({ path }) => path)],
    partPlaces: partPlacesIn(request.messages, notes),
    callersToolName: callersToolNames((asked.tools ?? []).flatMap(({ name }) => name ?? [])),
  }
}

const NO_PLACES: ReadonlyMap<string, string> = new Map()

/** By the indices of the parts: a map by the parts themselves would keep all images in memory while the call runs. */
const partPlacesIn = (
  messages: readonly ChatMessage[],
  { partPlaces }: TranslationNotes,
): ReadonlyMap<string, string> => {
  if (partPlaces.size === 0) return NO_PLACES
  const places = new Map<string, string>()
  for (const [index, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue
    for (const [part, each] of (content as readonly ContentPart[]).entries()) {
      const place = partPlaces.get(each)
      if (place !== undefined) places.set(`messages.${index}.content.${part}`, place)
    }
  }
  return places
}

/** Some providers refuse an empty list. */
const stopsOf = ({ stop_sequences: stops }: Partial<MessageRequest>): readonly string[] | null =>
  stops === undefined || stops === null || stops.length === 0 ? null : stops

/**
 * All other fields go on to the core, as those of a chat request do: it refuses by name what would change the price,
 * and a provider that has fields of its own is given them. The adapters name what they do not send.
 */
const otherFields = (asked: PromptRequest, notes: TranslationNotes): Fields => {
  const others = Object.entries(asked).filter(([name, value]) => !READ.has(name) && isGiven(value))
  if (others.length === 0) return {}
  for (const [name] of others) if (OF_ONE_WIRE.has(name)) notes.ignored.add(name)
  return Object.fromEntries(others.filter(([name]) => !OF_ONE_WIRE.has(name)))
}

const systemMessages = ({ system }: PromptRequest, notes: TranslationNotes): readonly ChatMessage[] => {
  if (system === undefined || system === null) return []
  const content = typeof system === 'string' ? system : systemText(system, 'system', notes)
  return [{ role: 'system', content }]
}

/** How much the model is to think, as a word. Where the caller leaves it to the model, nothing is asked. */
const effortOf = ({ thinking, output_config: output }: PromptRequest, notes: TranslationNotes): string | null => {
  const effort = output?.effort ?? null
  const budget = thinking?.budget_tokens ?? null
  const isByBudget = thinking?.type === 'enabled' && effort === null
  if (budget !== null && !isByBudget) notes.ignored.add('thinking.budget_tokens')
  if (thinking?.type === 'disabled' || thinking?.type === 'between_tools') {
    // Models behind other wires write what they do between calls as text, not as blocks of thinking.
    if (thinking.type === 'between_tools') notes.ignored.add('thinking.type')
    if (effort !== null) notes.ignored.add('output_config.effort')
    return 'none'
  }
  if (effort !== null) return effort
  return isByBudget ? effortOfBudget(budget ?? 0) : null
}

/** A model that cannot be asked how much to think answers all the same. */
const noEffort = ({ thinking, output_config: output }: PromptRequest, notes: TranslationNotes): null => {
  if (thinking !== undefined && thinking !== null && thinking.type !== 'disabled') notes.ignored.add('thinking')
  if (typeof output?.effort === 'string') notes.ignored.add('output_config.effort')
  return null
}

/** Some models call tools only where they are asked not to think. */
const effortFor = (
  asked: PromptRequest,
  { takesEffort, thinksWithTools }: TranslationOptions,
  notes: TranslationNotes,
): string | null => {
  if (!takesEffort) return noEffort(asked, notes)
  if (thinksWithTools || (asked.tools ?? []).length === 0) return effortOf(asked, notes)
  noEffort(asked, notes)
  return 'none'
}

/** Whether the caller is shown what the model thinks: who turns thinking on is, unless asked not to be. */
const isShownFor = (
  { thinking, tools }: PromptRequest,
  { takesEffort, thinksWithTools }: TranslationOptions,
): boolean | null => {
  if (thinking?.type !== 'enabled' && thinking?.type !== 'adaptive') return null
  const isNamed = !takesEffort || !(thinksWithTools || (tools ?? []).length === 0)
  return isNamed ? null : thinking.display !== 'omitted'
}

const formatOf = (
  { output_config: output, output_format: older }: PromptRequest,
  notes: TranslationNotes,
): Fields | null => {
  if (isGiven(output?.format) && isGiven(older)) notes.ignored.add('output_format')
  const schema = (output?.format ?? older)?.schema
  if (schema === undefined) return null
  // A provider that keeps strictly to a schema refuses one with an optional property or an open object.
  const strict = isStrictSchema(schema) ? { strict: true } : {}
  return { type: 'json_schema', json_schema: { name: 'output', schema, ...strict } }
}

const userOf = ({ metadata }: Partial<MessageRequest>): string | null => {
  const user = metadata?.user_id ?? null
  return user === null || user.length <= MAX_USER_CHARS ? user : createHash('sha256').update(user).digest('hex')
}
