import { expect } from 'chai'
import type { Message } from '../../../src/domain/conversation/message.ts'
import { rejects, testId } from '../billing/billing-stores.ts'
import { describeConversationStores, turnOf, openConversation } from './conversation-stores.ts'
import type { ConversationStores } from './conversation-stores.ts'

const ids = (messages: readonly Message[] | null): readonly string[] | undefined => messages?.map(({ id }) => id)

const PENDING = { state: { tag: 'pending' }, chargedMicro: 0n, content: '' } as const

const entries = (open: () => ConversationStores): void => {
  it('gives back what it was given, whatever its state', async () => {
    const stores = open()
    const { id: conversationId } = await openConversation(stores)
    const failed = { tag: 'failed', error: { code: 'video_failed', message: 'no video' } } as const
    for (const [question, answer] of [
      turnOf(conversationId, { content: 'Ω 🎬\n"quoted", {braced}' }),
      turnOf(conversationId, PENDING),
      turnOf(conversationId, { ...PENDING, state: failed }),
    ]) {
      await stores.messages.add([question, answer])
      expect(await stores.messages.find(conversationId, question.id)).to.deep.equal(question)
      expect(await stores.messages.find(conversationId, answer.id)).to.deep.equal(answer)
    }
    await stores.messages.add([])
  })

  it('is found in its own conversation alone, and takes an id once', async () => {
    const stores = open()
    const [mine, other] = [await openConversation(stores), await openConversation(stores)]
    const [question, answer] = turnOf(mine.id)
    await stores.messages.add([question, answer])
    expect(await stores.messages.find(other.id, answer.id)).to.equal(null)
    expect(await stores.messages.find(mine.id, testId())).to.equal(null)
    expect(await rejects(stores.messages.add([{ ...question, content: 'again' }]))).to.equal(true)
    expect(await stores.messages.find(mine.id, question.id)).to.deep.equal(question)
  })

  it('goes with all others of its conversation, answers with their questions', async () => {
    const stores = open()
    const [mine, other] = [await openConversation(stores), await openConversation(stores)]
    const [first, second, kept] = [turnOf(mine.id), turnOf(mine.id, PENDING), turnOf(other.id)]
    await stores.messages.add([...first, ...second])
    await stores.messages.add(kept)
    const removed = await stores.messages.removeAll(mine.id)
    expect(removed).to.have.members([...first, ...second].map(({ id }) => id))
    expect(await stores.messages.page({ conversationId: mine.id, before: null, limit: 10 })).to.deep.equal([])
    expect(await stores.messages.removeAll(mine.id)).to.deep.equal([])
    expect(await stores.messages.page({ conversationId: other.id, before: null, limit: 10 })).to.deep.equal(kept)
  })

  it('comes to its end once', async () => {
    const stores = open()
    const { id: conversationId } = await openConversation(stores)
    const [question, made] = turnOf(conversationId, PENDING)
    const [another, broken] = turnOf(conversationId, PENDING)
    await stores.messages.add([question, made, another, broken])
    const error = { code: 'video_expired', message: 'too late' }
    await stores.messages.end(made.id, { tag: 'done', chargedMicro: 40_000_000n })
    await stores.messages.end(broken.id, { tag: 'failed', error })
    const done = { ...made, state: { tag: 'done' }, chargedMicro: 40_000_000n }
    const failed = { ...broken, state: { tag: 'failed', error }, chargedMicro: 0n }
    for (const id of [made.id, broken.id, question.id, testId()]) {
      expect(await rejects(stores.messages.end(id, { tag: 'failed', error })), id).to.equal(true)
      expect(await rejects(stores.messages.end(id, { tag: 'done', chargedMicro: 1n })), id).to.equal(true)
    }
    expect(await stores.messages.find(conversationId, made.id)).to.deep.equal(done)
    expect(await stores.messages.find(conversationId, broken.id)).to.deep.equal(failed)
  })
}

const pages = (open: () => ConversationStores): void => {
  it('is read backwards page by page, the oldest of a page first, while new ones arrive', async () => {
    const stores = open()
    const [{ id: conversationId }, other] = [await openConversation(stores), await openConversation(stores)]
    const written: Message[] = []
    const write = async (): Promise<void> => {
      const added = turnOf(conversationId)
      await stores.messages.add(added)
      await stores.messages.add(turnOf(other.id))
      written.push(...added)
    }
    for (let turn = 0; turn < 4; turn += 1) await write()
    const before = written.map(({ id }) => id)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: readonly Message[] | null = await stores.messages.page({ conversationId, before: cursor, limit: 3 })
      seen.unshift(...(ids(page) ?? []))
      cursor = page?.[0]?.id ?? null
      await write()
    } while (cursor !== null)
    expect(seen).to.deep.equal(before)
    const newest = await stores.messages.page({ conversationId, before: null, limit: 2 })
    expect(newest).to.deep.equal(written.slice(-2))
  })

  it('has no page before a message that is unknown or of another conversation', async () => {
    const stores = open()
    const [mine, other] = [await openConversation(stores), await openConversation(stores)]
    const [question, answer] = turnOf(mine.id)
    await stores.messages.add([question, answer])
    const before = (conversationId: string, id: string) =>
      stores.messages.page({ conversationId, before: id, limit: 5 })
    expect(await before(mine.id, testId())).to.equal(null)
    expect(await before(other.id, answer.id)).to.equal(null)
    expect(await before(mine.id, question.id)).to.deep.equal([])
    expect(await before(mine.id, answer.id)).to.deep.equal([question])
    expect(await stores.messages.page({ conversationId: other.id, before: null, limit: 5 })).to.deep.equal([])
  })

  it('stands right after what it answers, however many add at once under the lock of the conversation', async () => {
    const stores = open()
    const { id: conversationId, userId } = await openConversation(stores)
    const turns = Array.from({ length: 12 }, () => turnOf(conversationId))
    const finished: string[] = []
    await Promise.all(
      turns.map(([question, answer]) =>
        stores.transact(async ({ conversations, messages }) => {
          await conversations.lock(userId, conversationId)
          finished.push(question.id, answer.id)
          await messages.add([question, answer])
        }),
      ),
    )
    const page = await stores.messages.page({ conversationId, before: null, limit: 100 })
    expect(ids(page)).to.deep.equal(finished)
  })
}

describeConversationStores('message store contract', (open) => {
  entries(open)
  pages(open)
})
