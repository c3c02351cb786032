type Json = Readonly<Record<string, unknown>>
type Random = () => number

// The many ways in which clients write the same conversation for the surfaces of OpenAI.

const pick = <A>(random: Random, from: readonly A[]): A => from[Math.floor(random() * from.length)] as A

const BLANKS = ['', ' ', '\n']

/** A blank part among the others, now and then. */
const withBlank = (random: Random, parts: readonly Json[], type: string): readonly Json[] => {
  if (random() >= 0.1) return parts
  const at = Math.floor(random() * (parts.length + 1))
  return [...parts.slice(0, at), { type, text: pick(random, BLANKS) }, ...parts.slice(at)]
}

const textAlone = (parts: readonly Json[]): unknown => (parts.length === 1 ? parts[0]?.['text'] : undefined)

/** A list of parts, or the text that stands alone in it. */
const partsOrText = (random: Random, given: unknown, type: string): unknown => {
  const parts = given as readonly Json[]
  const text = textAlone(parts)
  return typeof text === 'string' && random() < 0.4 ? text : withBlank(random, parts, type)
}

const textOrParts = (random: Random, content: unknown, type: string): unknown =>
  typeof content === 'string' && random() < 0.3 ? [{ type, text: content }] : content

/** Arguments as models write them: set out in lines, or nothing at all in place of an empty object. */
const argumentsIn = (random: Random, given: unknown): string => {
  const text = String(given)
  if (random() < 0.6) return text
  return text === '{}' ? '' : JSON.stringify(JSON.parse(text), null, 2)
}

/** What a serialized answer has besides, where it is given back. */
const NULLS: Json = { refusal: null, annotations: [], audio: null, function_call: null }

const chatCalls = (random: Random, calls: readonly Json[]): readonly Json[] =>
  calls.map((call) => {
    const called = call['function'] as Json
    return { ...call, function: { ...called, arguments: argumentsIn(random, called['arguments']) } }
  })

const chatAnswer = (random: Random, message: Json): Json => {
  const calls = message['tool_calls'] as readonly Json[] | undefined
  const isVoid = message['content'] === null
  return {
    ...message,
    content: isVoid && random() < 0.4 ? '' : textOrParts(random, message['content'], 'text'),
    ...(calls === undefined ? {} : { tool_calls: chatCalls(random, calls) }),
    ...(random() < 0.3 ? NULLS : {}),
    ...(calls === undefined && random() < 0.2 ? { tool_calls: pick(random, [null, []]) } : {}),
  }
}

const chatMessage = (random: Random, message: Json): Json => {
  const { role, content } = message
  if (role === 'user') return { ...message, content: partsOrText(random, content, 'text') }
  if (role === 'assistant') return chatAnswer(random, message)
  if (role === 'tool') return { ...message, content: textOrParts(random, content, 'text') }
  return { role: random() < 0.3 ? 'developer' : role, content: textOrParts(random, content, 'text') }
}

/** Answers that say nothing stand before words of the user where one was broken off, or was nothing but thoughts. */
const withSilence = (random: Random, list: readonly Json[], silences: readonly Json[]): readonly Json[] =>
  list.flatMap((each, index) =>
    index > 0 && each['role'] === 'user' && random() < 0.15 ? [pick(random, silences), each] : [each],
  )

const CHAT_SILENCES: readonly Json[] = ['', null, []].map((content) => ({ role: 'assistant', content }))

/** A chat request in forms chosen by lot. */
export const inChatForms = (random: Random, body: Json): Json => ({
  ...body,
  messages: withSilence(random, body['messages'] as readonly Json[], CHAT_SILENCES).map((message) =>
    chatMessage(random, message),
  ),
})

/** Ids as OpenAI gives them to items. */
const idOf = (random: Random, kind: string): Json =>
  random() < 0.5 ? {} : { id: `${kind}_${Math.floor(random() * 1e6)}`, status: 'completed' }

const answerItem = (random: Random, item: Json): Json =>
  typeof item['content'] === 'string' && item['content'] !== '' && random() < 0.5
    ? {
        type: 'message',
        ...item,
        ...idOf(random, 'msg'),
        content: [{ type: 'output_text', text: item['content'], annotations: [], logprobs: [] }],
      }
    : item

const inputItem = (random: Random, item: Json): Json => {
  switch (item['type']) {
    case 'function_call':
      return { ...item, ...idOf(random, 'fc'), arguments: argumentsIn(random, item['arguments']) }
    case 'function_call_output':
      return { ...item, output: textOrParts(random, item['output'], 'input_text') }
    default: {
      const { role, content } = item
      if (role === 'assistant') return answerItem(random, item)
      const typed = random() < 0.3 ? { type: 'message', ...item } : item
      return typeof content === 'string'
        ? { ...typed, role: random() < 0.5 ? 'developer' : role }
        : { ...typed, content: partsOrText(random, content, 'input_text') }
    }
  }
}

const ITEM_SILENCES: readonly Json[] = [{ role: 'assistant', content: '' }]

/** A request for a response in forms chosen by lot. */
export const inResponsesForms = (random: Random, body: Json): Json => ({
  ...body,
  input: withSilence(random, body['input'] as readonly Json[], ITEM_SILENCES).map((item) => inputItem(random, item)),
})
