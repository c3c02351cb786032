import type { ConversationStore } from '../../../src/application/ports/conversations/conversation-store.ts'
import type { Conversation } from '../../../src/domain/conversation/conversation.ts'

export const memoryConversations = (conversations: Map<string, Conversation> = new Map()): ConversationStore => {
  const find = async (userId: string, id: string): Promise<Conversation | null> => {
    const conversation = conversations.get(id)
    return conversation?.userId === userId ? conversation : null
  }
  const change = async (userId: string, id: string, changes: (old: Conversation) => Partial<Conversation>) => {
    const old = await find(userId, id)
    if (old === null) return null
    const changed = { ...old, ...changes(old) }
    conversations.set(id, changed)
    return changed
  }
  return {
    async add(conversation) {
      if (conversations.has(conversation.id)) throw new Error(`conversation ${conversation.id} is there already`)
      conversations.set(conversation.id, conversation)
    },
    find,
    lock: find,
    rename: (userId, id, title) => change(userId, id, () => ({ title })),
    archive: (userId, id, atMs) =>
      change(userId, id, ({ archivedAtMs }) => ({ archivedAtMs: atMs === null ? null : (archivedAtMs ?? atMs) })),
    async remove(userId, id) {
      return (await find(userId, id)) !== null && conversations.delete(id)
    },
    async touch(id, atMs) {
      const old = conversations.get(id)
      if (old !== undefined) conversations.set(id, { ...old, updatedAtMs: Math.max(old.updatedAtMs, atMs) })
    },
    async count(userId) {
      return [...conversations.values()].filter((one) => one.userId === userId).length
    },
    async page({ userId, withArchived, limit, offset }) {
      const all = [...conversations.values()]
        .filter((one) => one.userId === userId && (withArchived || one.archivedAtMs === null))
        .toSorted((a, b) => b.updatedAtMs - a.updatedAtMs || (a.id < b.id ? 1 : -1))
      return { conversations: all.slice(offset, offset + limit), total: all.length }
    },
  }
}
