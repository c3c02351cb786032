import { isInstruction } from '../../../../domain/chat/message.ts'
import type { ChatMessage } from '../../../../domain/chat/message.ts'
import { sentMessages } from '../../sent-messages.ts'

type Messages = readonly ChatMessage[]

interface MistralMessages {
  readonly messages: Messages
  /** What of the caller's messages is not among them: paths without the places in lists, each once. */
  readonly leftOut: readonly string[]
}

/** The name of the tool stands beside each result; clients of OpenAI's wire give the id of the call alone. */
const withToolNames = (messages: Messages): Messages => {
  const names = new Map<string, string>()
  return messages.map((message) => {
    for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name)
    const name = message.role === 'tool' ? (message.name ?? names.get(message.tool_call_id ?? '')) : null
    return name === null || name === undefined ? message : { ...message, name }
  })
}

/** Fields that messages of one role have, and that Mistral refuses in all others, even where they are null. */
const OWNERS = [
  ['name', 'tool'],
  ['tool_call_id', 'tool'],
  ['tool_calls', 'assistant'],
  ['prefix', 'assistant'],
  ['refusal', 'assistant'],
] as const

type Fields = Readonly<Record<string, unknown>>

const foreignFields = (message: ChatMessage): readonly string[] =>
  OWNERS.flatMap(([name, role]) => (role !== message.role && name in message ? [name] : []))

const withoutForeignFields = (message: ChatMessage): ChatMessage => {
  const foreign = foreignFields(message)
  if (foreign.length === 0) return message
  const { role } = message
  return { role, ...Object.fromEntries(Object.entries(message).filter(([name]) => !foreign.includes(name))) }
}

const givenIn = (message: ChatMessage, names: readonly string[]): readonly string[] => {
  const fields: Fields = { ...message }
  return names.filter((name) => fields[name] !== undefined && fields[name] !== null)
}

/** What instructions may stand behind; undefined is the start. */
const BEFORE_INSTRUCTIONS: ReadonlySet<ChatMessage['role'] | undefined> = new Set([undefined, 'system', 'user'])

/**
 * Instructions stand at the start, or behind words of the user with more to come. Those that came behind an answer or a
 * result, or at the end, go to the start, behind those that stand there.
 */
const withPlacedInstructions = (messages: Messages): Messages => {
  const last = messages.findLastIndex((message) => !isInstruction(message))
  const kept: ChatMessage[] = []
  const moved: ChatMessage[] = []
  for (const [index, message] of messages.entries()) {
    const isMisplaced = isInstruction(message) && !(index < last && BEFORE_INSTRUCTIONS.has(kept.at(-1)?.role))
    ;(isMisplaced ? moved : kept).push(message)
  }
  if (moved.length === 0) return messages
  const first = kept.findIndex((message) => !isInstruction(message))
  return first === -1 ? [...kept, ...moved] : [...kept.slice(0, first), ...moved, ...kept.slice(first)]
}

/** An answer at the end is refused unless it says that it is one to go on from. */
const isPrefix = (message: (ChatMessage & { readonly prefix?: unknown }) | undefined): boolean =>
  message?.prefix === true

const NEVER = (): boolean => false

/** The fewest words that hand the floor back; an empty answer is refused. */
const HEARD: ChatMessage = { role: 'assistant', content: 'OK.' }

/**
 * After the result of a tool the model alone is heard, so it is made to answer before the user speaks: that keeps the
 * words of the user apart from those of the tool, and keeps images, which no result can hold.
 */
const withAnswerAfterResults = (messages: Messages): Messages =>
  messages.flatMap((message, index) =>
    message.role === 'user' && messages[index - 1]?.role === 'tool' ? [HEARD, message] : [message],
  )

/**
 * The messages in the order and form that Mistral accepts: instructions before words of the user, a name beside results
 * alone, an answer between a result and the user, and words of the user or a result at the end.
 */
export const toMistral = (given: Messages): MistralMessages => {
  const { sent, leftOut } = sentMessages(given, isPrefix(given.at(-1)), NEVER)
  const placed = withPlacedInstructions(sent.map(({ message }) => message))
  const foreign = given.flatMap((message) => givenIn(message, foreignFields(message)))
  return {
    messages: withAnswerAfterResults(withToolNames(placed).map(withoutForeignFields)),
    leftOut: [...new Set(foreign.map((name) => `messages.${name}`)), ...leftOut],
  }
}
