import { expect } from 'chai'
import { sql } from 'kysely'
import { kyselyStores } from '../../../src/adapters/persistence/stores.ts'
import type { ConversationQuery } from '../../../src/application/ports/conversations/conversation-store.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { addUser, rejects, testId } from '../billing/billing-stores.ts'
import { describeConversationStores, openConversation } from './conversation-stores.ts'
import type { ConversationStores } from './conversation-stores.ts'

const NOON = 1_700_000_000_000

const list = async ({ conversations }: ConversationStores, query: Partial<ConversationQuery> & { userId: string }) => {
  const page = await conversations.page({ withArchived: false, limit: 50, offset: 0, ...query })
  return { ids: page.conversations.map(({ id }) => id), total: page.total }
}

/** Opened in disorder; answered as they are to be listed. Three were active at the same time. */
const sevenOf = async (stores: ConversationStores, userId: string): Promise<readonly string[]> => {
  const opened = []
  for (const minute of [3, 1, 5, 2, 3, 4, 3]) {
    opened.push(await openConversation(stores, { userId, updatedAtMs: NOON + minute * 60_000 }))
  }
  return opened.toSorted((a, b) => b.updatedAtMs - a.updatedAtMs || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
}

const changes = (open: () => ConversationStores): void => {
  it('gives back what it was given, to its owner alone', async () => {
    const stores = open()
    const { conversations } = stores
    const mine = await openConversation(stores, { kind: 'video', title: 'Ω🎬', archivedAtMs: NOON + 1 })
    expect(await conversations.find(mine.userId, mine.id)).to.deep.equal(mine)
    expect(await conversations.lock(mine.userId, mine.id)).to.deep.equal(mine)
    const otherUser = await stores.newUser()
    expect(await conversations.find(otherUser, mine.id)).to.equal(null)
    expect(await conversations.lock(otherUser, mine.id)).to.equal(null)
    expect(await conversations.rename(otherUser, mine.id, 'stolen')).to.equal(null)
    expect(await conversations.archive(otherUser, mine.id, null)).to.equal(null)
    expect(await list(stores, { userId: otherUser, withArchived: true })).to.deep.equal({ ids: [], total: 0 })
    expect(await conversations.find(mine.userId, mine.id)).to.deep.equal(mine)
    expect(await conversations.find(mine.userId, testId())).to.equal(null)
  })

  it('takes an id once', async () => {
    const stores = open()
    const first = await openConversation(stores)
    expect(await rejects(stores.conversations.add({ ...first, title: 'another' }))).to.equal(true)
    expect(await stores.conversations.find(first.userId, first.id)).to.deep.equal(first)
  })

  it('is renamed, and nothing else changes', async () => {
    const stores = open()
    const { conversations } = stores
    const [old, other] = [await openConversation(stores), await openConversation(stores)]
    const renamed = { ...old, title: '"; drop' }
    expect(await conversations.rename(old.userId, old.id, renamed.title)).to.deep.equal(renamed)
    expect(await conversations.find(old.userId, old.id)).to.deep.equal(renamed)
    expect(await conversations.find(other.userId, other.id)).to.deep.equal(other)
    expect(await conversations.rename(old.userId, testId(), 'nothing')).to.equal(null)
  })

  it('is removed by its owner alone, and is then unknown', async () => {
    const stores = open()
    const { conversations } = stores
    const [old, other] = [await openConversation(stores), await openConversation(stores)]
    expect(await conversations.remove(await stores.newUser(), old.id)).to.equal(false)
    expect(await conversations.find(old.userId, old.id)).to.deep.equal(old)
    expect(await conversations.remove(old.userId, old.id)).to.equal(true)
    expect(await conversations.remove(old.userId, old.id)).to.equal(false)
    expect(await conversations.find(old.userId, old.id)).to.equal(null)
    expect(await conversations.find(other.userId, other.id)).to.deep.equal(other)
  })

  it('keeps the time at which it was archived first, until it is taken out', async () => {
    const stores = open()
    const { conversations } = stores
    const old = await openConversation(stores)
    const archive = async (atMs: number | null) => (await conversations.archive(old.userId, old.id, atMs))?.archivedAtMs
    expect(await archive(NOON + 5)).to.equal(NOON + 5)
    expect(await archive(NOON + 9)).to.equal(NOON + 5)
    expect(await conversations.find(old.userId, old.id)).to.deep.equal({ ...old, archivedAtMs: NOON + 5 })
    expect(await archive(null)).to.equal(null)
    expect(await archive(null)).to.equal(null)
    expect(await archive(NOON + 7)).to.equal(NOON + 7)
    expect(await conversations.archive(old.userId, testId(), NOON)).to.equal(null)
  })

  it('notes when it gained a message, never back in time', async () => {
    const stores = open()
    const { conversations } = stores
    const old = await openConversation(stores, { updatedAtMs: NOON })
    const touched = async (atMs: number) => {
      await conversations.touch(old.id, atMs)
      return (await conversations.find(old.userId, old.id))?.updatedAtMs
    }
    expect(await touched(NOON + 7)).to.equal(NOON + 7)
    expect(await touched(NOON + 6)).to.equal(NOON + 7)
    expect(await conversations.find(old.userId, old.id)).to.deep.equal({ ...old, updatedAtMs: NOON + 7 })
    await conversations.touch(testId(), NOON)
  })
}

const pages = (open: () => ConversationStores): void => {
  it('is listed by its last activity, and every page is that part of the whole list', async () => {
    const stores = open()
    const userId = await stores.newUser()
    const expected = await sevenOf(stores, userId)
    await openConversation(stores)
    for (const limit of [1, 2, 3, 7, 8]) {
      for (const offset of [0, 1, 2, 3, 4, 5, 6]) {
        const page = await list(stores, { userId, limit, offset })
        expect(page, `${limit} from ${offset}`).to.deep.equal({
          ids: expected.slice(offset, offset + limit),
          total: 7,
        })
      }
    }
  })

  it('has pages with nothing on them beyond its end, and a total all the same', async () => {
    const stores = open()
    const userId = await stores.newUser()
    await sevenOf(stores, userId)
    for (const offset of [7, 8, 1_000_000]) {
      expect(await list(stores, { userId, limit: 3, offset })).to.deep.equal({ ids: [], total: 7 })
    }
  })

  it('is left out of the list and of the total while it is archived', async () => {
    const stores = open()
    const userId = await stores.newUser()
    const all = await sevenOf(stores, userId)
    const [first = '', , third = '', , , , last = ''] = all
    for (const id of [first, third, last]) await stores.conversations.archive(userId, id, NOON)
    const left = all.filter((id) => ![first, third, last].includes(id))
    expect(await list(stores, { userId, limit: 3 })).to.deep.equal({ ids: left.slice(0, 3), total: 4 })
    expect(await list(stores, { userId, limit: 3, offset: 3 })).to.deep.equal({ ids: left.slice(3), total: 4 })
    expect(await list(stores, { userId, withArchived: true })).to.deep.equal({ ids: all, total: 7 })
    await openConversation(stores)
    expect(await stores.conversations.count(userId)).to.equal(7)
  })

  it('goes to the top when it gains a message', async () => {
    const stores = open()
    const userId = await stores.newUser()
    const all = await sevenOf(stores, userId)
    const last = all[6] ?? ''
    await stores.conversations.touch(last, NOON + 3_600_000)
    expect((await list(stores, { userId })).ids).to.deep.equal([last, ...all.slice(0, 6)])
  })
}

describeConversationStores('conversation store contract', (open) => {
  changes(open)
  pages(open)
})

describeOnDatabases(
  'a locked conversation',
  (database) => {
    it('keeps a second writer waiting until the first has committed, and shows what it wrote', async () => {
      const { db } = database()
      const { conversations } = kyselyStores(db)
      const userId = await addUser(database())
      const at = { archivedAtMs: null, createdAtMs: NOON, updatedAtMs: NOON }
      const id = testId()
      const named = { catalogSlug: 'a', model: 'a', kind: 'text', title: 'old' } as const
      await conversations.add({ id, userId, ...named, ...at })
      const order: string[] = []
      const [locked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const first = db.transaction().execute(async (bound) => {
        await kyselyStores(bound).conversations.lock(userId, id)
        locked.resolve()
        await go.promise
        await kyselyStores(bound).conversations.rename(userId, id, 'new')
        order.push('first')
      })
      await locked.promise
      const second = db.transaction().execute(async (bound) => {
        const found = await kyselyStores(bound).conversations.lock(userId, id)
        order.push(`second sees ${found?.title}`)
      })
      await eventually(async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        return rows.length === 1
      })
      go.resolve()
      await Promise.all([first, second])
      expect(order).to.deep.equal(['first', 'second sees new'])
    })
  },
  ['postgresql'],
)
