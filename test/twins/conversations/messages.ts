import type { MessageStore } from '../../../src/application/ports/conversations/message-store.ts'
import type { Message } from '../../../src/domain/conversation/message.ts'

/** The map's own order is that of the messages. */
export const memoryMessages = (messages: Map<string, Message> = new Map()): MessageStore => ({
  async add(added) {
    for (const message of added) {
      if (messages.has(message.id)) throw new Error(`message ${message.id} is there already`)
      messages.set(message.id, message)
    }
  },
  async find(conversationId, id) {
    const message = messages.get(id)
    return message?.conversationId === conversationId ? message : null
  },
  async end(id, ending) {
    const message = messages.get(id)
    if (message?.role !== 'assistant' || message.state.tag !== 'pending')
      throw new Error(`message ${id} is not pending`)
    messages.set(
      id,
      ending.tag === 'done'
        ? { ...message, state: { tag: 'done' }, chargedMicro: ending.chargedMicro }
        : { ...message, state: ending },
    )
  },
  async removeAll(conversationId) {
    const own = [...messages.values()].filter((message) => message.conversationId === conversationId)
    for (const { id } of own) messages.delete(id)
    return own.map(({ id }) => id)
  },
  async page({ conversationId, before, limit }) {
    const own = [...messages.values()].filter((message) => message.conversationId === conversationId)
    const end = before === null ? own.length : own.findIndex(({ id }) => id === before)
    return end === -1 ? null : own.slice(Math.max(0, end - limit), end)
  },
})
