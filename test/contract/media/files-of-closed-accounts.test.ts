import { expect } from 'chai'
import { sql } from 'kysely'
import { assetOfOpenAccount, kyselyMediaAssets } from '../../../src/adapters/persistence/media/media-assets.ts'
import { kyselyStores } from '../../../src/adapters/persistence/stores.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'
import { explain } from '../../support/ledger/explain.ts'
import { addUser, testId } from '../billing/billing-stores.ts'
import { turnOf } from '../conversations/conversation-stores.ts'

const FACTS = {
  idx: 0,
  mimeType: 'image/png',
  width: 1,
  height: 1,
  seconds: null,
  sizeBytes: 1,
  address: 'a'.repeat(64),
  thumbAddress: null,
  hasNoThumb: false,
  galleryOf: null,
} as const

/** A file that was sent in a conversation of the user. */
const inConversation = async ({ db }: TestDatabase, userId: string): Promise<string> => {
  const stores = kyselyStores(db)
  const atMs = 1_700_000_000_000
  const facts = { id: testId(), userId, catalogSlug: 'poet', model: 'sandbox/echo', title: 'a title' }
  await stores.conversations.add({
    ...facts,
    kind: 'text',
    archivedAtMs: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  })
  const [question, answer] = turnOf(facts.id)
  await stores.messages.add([question, answer])
  return question.id
}

/** The file of a gateway call, whose hold has the id of the operation. */
const ofGatewayCall = async ({ db }: TestDatabase, userId: string): Promise<string> => {
  const [wallet, operation] = [testId(), testId()]
  await sql`insert into accounts (id, kind, owner, currency) values (${wallet}, 'user', ${userId}, 'RUB')`.execute(db)
  await sql`
    insert into holds (id, wallet, currency, amount, state, reference, expires_at)
      values (${operation}, ${wallet}, 'RUB', 1, 'held', ${operation}, now())`.execute(db)
  return operation
}

describeOnDatabases('files of a closed account', (database) => {
  for (const [name, make] of [
    ['of a conversation', inConversation],
    ['of a gateway call', ofGatewayCall],
  ] as const) {
    it(`${name} are found until the account is closed, by an index at each step`, async () => {
      const [{ db }, store] = [database(), kyselyMediaAssets(database().db)]
      const userId = await addUser(database())
      const ownerId = await make(database(), userId)
      const asset = { ...FACTS, ownerId }
      await store.add([asset])
      expect(await store.findOfOpenAccount(ownerId, 0)).to.deep.equal(asset)
      expect(await store.findOfOpenAccount(ownerId, 1)).to.equal(null)
      // The tables of a test are so small that reading one whole is the cheapest, unless that is forbidden.
      const plan = await db.transaction().execute(async (transaction) => {
        await sql`set local enable_seqscan = off`.execute(transaction)
        return explain(assetOfOpenAccount(transaction, ownerId, 0))
      })
      expect(plan.filter((node) => node['Node Type'] === 'Seq Scan')).to.deep.equal([])
      await db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', userId).execute()
      expect(await store.findOfOpenAccount(ownerId, 0)).to.equal(null)
      expect(await store.find(ownerId, 0)).to.deep.equal(asset)
    })
  }

  it('of an owner without an account are found', async () => {
    const store = kyselyMediaAssets(database().db)
    const asset = { ...FACTS, ownerId: testId() }
    await store.add([asset])
    expect(await store.findOfOpenAccount(asset.ownerId, 0)).to.deep.equal(asset)
  })
})
