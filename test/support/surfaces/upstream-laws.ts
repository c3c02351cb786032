import type { ReceivedRequest } from '../upstreams/scripted-upstream.ts'

type Json = Readonly<Record<string, unknown>>

const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && new Set(one).size === one.length && one.every((each) => other.includes(each))

/** OpenAI: behind the calls of a message come their results, one for each, and nothing in between. */
const chatFaults = (messages: readonly Json[]): readonly string[] => {
  const faults: string[] = []
  let waiting: unknown[] = []
  for (const [index, message] of messages.entries()) {
    if (message['role'] === 'tool') {
      const at = waiting.indexOf(message['tool_call_id'])
      if (at === -1) faults.push(`messages.${index} answers no call that waits`)
      else waiting.splice(at, 1)
      continue
    }
    if (waiting.length > 0) faults.push(`messages.${index} stands before the results of all calls`)
    const calls = objects(message['tool_calls'])
    waiting = calls.map(({ id }) => id)
    if (new Set(waiting).size < waiting.length) faults.push(`messages.${index} has two calls of one id`)
    const isVoid = (message['content'] ?? null) === null && (message['refusal'] ?? '') === ''
    if (message['role'] === 'assistant' && calls.length === 0 && isVoid) faults.push(`messages.${index} has no content`)
    if (Array.isArray(message['content']) && message['content'].length === 0)
      faults.push(`messages.${index} has no part`)
    if (calls.length === 0 && 'tool_calls' in message) faults.push(`messages.${index} has an empty list of calls`)
  }
  return waiting.length === 0 ? faults : [...faults, 'calls at the end have no results']
}

interface ClaudeTurn {
  readonly role: unknown
  readonly blocks: Json[]
}

const claudeTurns = (messages: readonly Json[]): readonly ClaudeTurn[] => {
  const turns: ClaudeTurn[] = []
  for (const { role, content } of messages) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content)
    const last = turns.at(-1)
    if (last !== undefined && last.role === role) for (const block of blocks) last.blocks.push(block)
    else turns.push({ role, blocks: [...blocks] })
  }
  return turns
}

/**
 * Anthropic: the next turn begins with the results of all calls of the turn before, no two calls of a conversation have
 * one id, and no text is empty.
 */
const claudeFaults = (messages: readonly Json[]): readonly string[] => {
  const faults: string[] = []
  let waiting: readonly unknown[] = []
  const called = new Set<unknown>()
  for (const { role, blocks } of claudeTurns(messages)) {
    const results = blocks.filter(({ type }) => type === 'tool_result').map((block) => block['tool_use_id'])
    const first = blocks.findIndex(({ type }) => type !== 'tool_result')
    if (first !== -1 && first < results.length) faults.push(`${String(role)}: a result stands behind other blocks`)
    if (!same(results, waiting)) faults.push(`${String(role)}: results ${String(results)} of ${String(waiting)}`)
    if (blocks.some(({ type, text }) => type === 'text' && String(text).trim() === '')) faults.push('an empty text')
    waiting = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id)
    for (const id of waiting) {
      if (!/^[A-Za-z0-9_-]+$/.test(String(id))) faults.push(`a call has the foreign id ${String(id)}`)
      if (called.has(id)) faults.push(`two calls have the id ${String(id)}`)
      called.add(id)
    }
  }
  return waiting.length === 0 ? faults : [...faults, 'calls at the end have no results']
}

const inOrder = (names: readonly unknown[]): readonly string[] =>
  names.map(String).toSorted((one, other) => one.localeCompare(other))

/** Google: calls come behind a turn of the user or results, and right behind them as many results of the same names. */
const googleFaults = (contents: readonly Json[]): readonly string[] => {
  const faults: string[] = []
  let waiting: readonly unknown[] = []
  for (const [index, { role, parts: given }] of contents.entries()) {
    const parts = objects(given)
    const namesOf = (field: string): readonly unknown[] =>
      parts.flatMap((part) => {
        const found = part[field] as Json | undefined
        return found === undefined ? [] : [found['name']]
      })
    const [results, calls] = [namesOf('functionResponse'), namesOf('functionCall')]
    if (parts.length === 0) faults.push(`contents.${index} is empty`)
    if (parts.some(({ text }) => text === '')) faults.push(`contents.${index} has an empty text`)
    if (inOrder(results).join() !== inOrder(waiting).join())
      faults.push(`contents.${index}: results of ${String(results)} for calls of ${String(waiting)}`)
    if (results.length > 0 && results.length < parts.length) faults.push(`contents.${index} has more than results`)
    if (calls.length > 0 && (role !== 'model' || contents[index - 1]?.['role'] !== 'user'))
      faults.push(`contents.${index}: calls behind no turn of the user`)
    waiting = calls
  }
  return waiting.length === 0 ? faults : [...faults, 'calls at the end have no results']
}

/**
 * OpenAI's Responses: every call has an id of its own and one output behind it, no id is too long, and none is a
 * foreign one.
 */
const responsesFaults = (items: readonly Json[]): readonly string[] => {
  const faults: string[] = []
  const waiting: unknown[] = []
  const called = new Set<unknown>()
  for (const [index, { type, id, call_id: callId, role, content }] of items.entries()) {
    if (typeof callId === 'string' && callId.length > 64) faults.push(`input.${index} has a long call_id`)
    if (typeof id === 'string' && !/^(?:msg|fc|rs)_\d+$/.test(id))
      faults.push(`input.${index} has the foreign id ${id}`)
    if (type === 'item_reference') faults.push(`input.${index} names an item that is stored elsewhere`)
    if (role === 'assistant' && Array.isArray(content) && content.length === 0) faults.push(`input.${index} is empty`)
    if (type === 'function_call') {
      if (called.has(callId)) faults.push(`input.${index} has the call_id of another call`)
      called.add(callId)
      waiting.push(callId)
    }
    if (type !== 'function_call_output') continue
    const at = waiting.indexOf(callId)
    if (at === -1) faults.push(`input.${index} answers no call that waits`)
    else waiting.splice(at, 1)
  }
  return waiting.length === 0 ? faults : [...faults, 'calls have no outputs']
}

/** What a real provider would refuse of the conversation that it was sent. */
export const upstreamFaults = ({ path, body }: ReceivedRequest): readonly string[] => {
  if (path.includes('enerateContent')) return googleFaults(objects(body['contents']))
  if (path.includes('/messages')) return claudeFaults(objects(body['messages']))
  if (path.includes('/responses')) return responsesFaults(objects(body['input']))
  return chatFaults(objects(body['messages']))
}
