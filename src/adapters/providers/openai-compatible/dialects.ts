import { CHAT_REQUEST, CONTENT_PART, MESSAGE } from '../fields/chat-shapes.ts'
import { ANY, listShape, objectShape, SINGLE, withFields } from '../fields/shape.ts'
import type { Shape } from '../fields/shape.ts'
import { idsUpTo, NINE_CHARACTERS } from './request/call-id-forms.ts'
import type { CallIdForm } from './request/call-id-forms.ts'

/** The ways in which providers of OpenAI's wire depart from it. */
export const DIALECTS = ['plain', 'openai', 'xai', 'mistral', 'deepseek', 'openrouter'] as const

export type Dialect = (typeof DIALECTS)[number]

export const isDialect = (name: string | null | undefined): name is Dialect => DIALECTS.some((each) => each === name)

/** Where a provider of the OpenAI wire departs from it in what it accepts. */
export interface DialectRules {
  /** What is passed on, under the caller's names. */
  readonly takes: Shape
  /** The provider's own name for a field of the caller's. */
  readonly renamed: ReadonlyMap<string, string>
  readonly streamOptions: Readonly<Record<string, unknown>> | null
  /** Whether a PDF can be a part of a message. */
  readonly takesFiles: boolean
  /** Whether it knows the role `developer`; to all others that is `system`, and they refuse the newer name. */
  readonly knowsDeveloper?: true
  /** Ids of tool calls of another form are refused. */
  readonly callIds: CallIdForm
  /** The words for how much to think that the provider knows, weakest first; absent: all of OpenAI's. */
  readonly efforts?: readonly string[]
  /** Chat completions of this provider never show reasoning. */
  readonly hidesReasoning?: true
  /** `required` is called `any`, and messages have an order and fields of their own. */
  readonly isMistral?: true
  /** Thinks unless `thinking` says no, and then refuses earlier answers without what was thought before them. */
  readonly isDeepSeek?: true
}

const PLAIN: DialectRules = {
  takes: CHAT_REQUEST,
  renamed: new Map(),
  streamOptions: { include_usage: true },
  takesFiles: true,
  callIds: idsUpTo(64),
}

/** Refuses, in messages, the reasoning of earlier turns. */
const WITHOUT_REASONING = listShape(withFields(MESSAGE, { reasoning_content: null }))

const RULES: Readonly<Record<Dialect, DialectRules>> = {
  plain: PLAIN,
  openai: {
    ...PLAIN,
    takes: withFields(CHAT_REQUEST, {
      messages: WITHOUT_REASONING,
      verbosity: SINGLE,
      safety_identifier: SINGLE,
      prompt_cache_key: SINGLE,
      modalities: listShape(SINGLE),
      prediction: objectShape({ type: SINGLE, content: listShape(objectShape({ type: SINGLE, text: SINGLE })) }),
    }),
    // Padding against traffic analysis doubles the bytes of a stream and is not passed on.
    streamOptions: { include_usage: true, include_obfuscation: false },
    callIds: idsUpTo(40),
    knowsDeveloper: true,
    hidesReasoning: true,
  },
  xai: {
    ...PLAIN,
    renamed: new Map([['parallel_tool_calls', 'parallel_function_calling']]),
    // Reads files of its own store alone.
    takesFiles: false,
    hidesReasoning: true,
  },
  mistral: {
    takes: withFields(CHAT_REQUEST, {
      messages: listShape(withFields(MESSAGE, { reasoning_content: null, prefix: SINGLE })),
      user: null,
      logprobs: null,
      top_logprobs: null,
      logit_bias: null,
      service_tier: null,
      safe_prompt: SINGLE,
      prompt_mode: SINGLE,
    }),
    renamed: new Map([['seed', 'random_seed']]),
    // Refuses unknown fields, and reports usage in every stream unasked.
    streamOptions: null,
    // Reads a document's pages at a price of their own.
    takesFiles: false,
    callIds: NINE_CHARACTERS,
    efforts: ['none', 'high'],
    isMistral: true,
  },
  deepseek: {
    ...PLAIN,
    takesFiles: false,
    takes: withFields(CHAT_REQUEST, {
      seed: null,
      user: null,
      logit_bias: null,
      thinking: objectShape({ type: SINGLE }),
    }),
    efforts: ['low', 'high', 'max'],
    isDeepSeek: true,
  },
  openrouter: {
    ...PLAIN,
    knowsDeveloper: true,
    takes: withFields(CHAT_REQUEST, {
      messages: listShape(withFields(MESSAGE, { reasoning: SINGLE, reasoning_details: ANY })),
      top_k: SINGLE,
      top_a: SINGLE,
      min_p: SINGLE,
      repetition_penalty: SINGLE,
      verbosity: SINGLE,
      include_reasoning: SINGLE,
      reasoning: objectShape({ effort: SINGLE, max_tokens: SINGLE, exclude: SINGLE, enabled: SINGLE }),
    }),
  },
}

const MESSAGES = 'messages.'
const PARTS = 'messages.content.'

/** Names with this beginning, without it. */
const below = (names: readonly string[], beginning: string): Readonly<Record<string, Shape>> =>
  Object.fromEntries(
    names.flatMap((name) => (name.startsWith(beginning) ? [[name.slice(beginning.length), ANY] as const] : [])),
  )

const messageShape = (takes: Shape): Shape => takes.fields?.get('messages')?.each ?? MESSAGE

/** A dialect's rules, and what the catalogue lets through besides: `name`, `messages.name`, `messages.content.name`. */
export const dialectRules = (dialect: Dialect, passFields: readonly string[]): DialectRules => {
  const rules = RULES[dialect]
  if (passFields.length === 0) return rules
  const inParts = passFields.filter((name) => name.startsWith(PARTS))
  const inMessages = passFields.filter((name) => name.startsWith(MESSAGES) && !inParts.includes(name))
  const inRequest = passFields.filter((name) => !name.startsWith(MESSAGES))
  const message = withFields(messageShape(rules.takes), {
    content: listShape(withFields(CONTENT_PART, below(inParts, PARTS))),
    ...below(inMessages, MESSAGES),
  })
  return { ...rules, takes: withFields(rules.takes, { messages: listShape(message), ...below(inRequest, '') }) }
}
