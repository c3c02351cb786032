import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { type Kysely, sql } from 'kysely'
import { openLedger } from '../../../src/adapters/persistence/group-commit-ledger.ts'
import { kyselyLedgerAudit } from '../../../src/adapters/persistence/ledger-audit.ts'
import type { Database } from '../../../src/adapters/persistence/schema.ts'
import { kyselyStores } from '../../../src/adapters/persistence/stores.ts'
import { kyselyUnitOfWork } from '../../../src/adapters/persistence/unit-of-work.ts'
import { auditLedger } from '../../../src/application/billing/audit-ledger.ts'
import { chargedTurn } from '../../../src/application/conversations/charged-turn.ts'
import { openSettlements } from '../../../src/application/gateway/settlements.ts'
import { runningClaims } from '../../../src/application/idempotency/running-claims.ts'
import type { Stores } from '../../../src/application/ports/stores.ts'
import { systemAccountId } from '../../../src/domain/ledger/account.ts'
import { addUser, testId } from '../../contract/billing-stores.ts'
import { describeOnDatabases, type TestDatabase } from '../../support/databases.ts'
import { topUpCommand } from '../../support/ledger-commands.ts'
import { answerOf, PRICE, seen, TOKEN } from './bracket-stage.ts'

type Fault = 'none' | 'rejects' | 'cut'

/** A user with ten tokens and a conversation, on a real database whose transactions can break at their last statement. */
const ground = async (database: TestDatabase) => {
  const { db, open } = database
  const stores = kyselyStores(db)
  const faults: { atRecord: Fault } = { atRecord: 'none' }
  const breakingStores = (transaction: Kysely<Database>): Stores => {
    const real = kyselyStores(transaction)
    const finish: Stores['idempotency']['finish'] = async (...told) => {
      const finished = await real.idempotency.finish(...told)
      if (faults.atRecord === 'rejects') throw new Error('broken at the record')
      if (faults.atRecord === 'cut') await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction)
      return finished
    }
    return { ...real, idempotency: { ...real.idempotency, finish } }
  }
  const userId = await addUser(database)
  const walletId = testId()
  await stores.wallets.open({ id: walletId, owner: userId, currency: 'TOKEN' })
  const ledger = openLedger(open.batches)
  await ledger.submit(topUpCommand(walletId, 10n * TOKEN, { debit: systemAccountId('deposits', 'TOKEN') }))
  const conversationId = testId()
  const thread = { userId, catalogSlug: 'sandbox/echo', model: 'sandbox/echo', kind: 'text', title: 'Talk' } as const
  await stores.conversations.add({
    id: conversationId,
    ...thread,
    archivedAtMs: null,
    createdAtMs: 1000,
    updatedAtMs: 1000,
  })
  const reports: string[] = []
  const settlements = openSettlements({
    ledger,
    timer: { sleep: async () => undefined },
    reporter: {
      delayed: (_, why) => void reports.push(why),
      abandoned: () => void reports.push('abandoned'),
      refused: (_, outcome) => void reports.push(outcome),
      lost: () => void reports.push('lost'),
    },
  })
  const bracket = chargedTurn({
    ledger,
    settlements,
    instance: 'here',
    unitOfWork: kyselyUnitOfWork(db, breakingStores),
    wallets: stores.wallets,
    idempotency: stores.idempotency,
    running: runningClaims(),
    ids: { next: testId },
  })
  const take = (key: string) =>
    bracket<{ tag: 'refused' }, string>({
      userId,
      scope: `conversations.messages:${conversationId}`,
      key,
      requestHash: new Uint8Array(32),
      prepare: async (id) =>
        right({
          priceMicro: PRICE,
          description: 'Turn',
          work: async () => {
            const question = { id: testId(), conversationId, role: 'user', content: 'hi', createdAtMs: 2000 } as const
            const facts = { id, conversationId, content: 'hello', replyTo: question.id, createdAtMs: 3000 }
            return right({
              usage: {},
              receipt: {},
              keep: async ({ conversations, messages }, chargedMicro) => {
                await conversations.lock(userId, conversationId)
                await messages.add([question, { ...facts, role: 'assistant', state: { tag: 'done' }, chargedMicro }])
                await conversations.touch(conversationId, 3000)
                return right('hello')
              },
            })
          },
        }),
      render: ({ made, wallet }) => answerOf(201, `${made} ${wallet.balance}`),
      renderFailure: () => answerOf(502, 'failed'),
    })
  return {
    faults,
    reports,
    settlements,
    take,
    wallet: async () => {
      const { balance, held } = (await stores.wallets.find(userId, 'TOKEN'))!
      return { balance, held }
    },
    messages: async () => (await stores.messages.page({ conversationId, before: null, limit: 200 }))?.length,
    breaks: async () => (await auditLedger({ ledgerAudit: kyselyLedgerAudit(db) })()).breaks,
  }
}

describeOnDatabases('A turn charged in tokens', (database) => {
  const faultsHere = (): readonly Fault[] => (database().engine === 'postgresql' ? ['rejects', 'cut'] : ['rejects'])

  it('writes its messages, its charge and its answer together', async () => {
    const { take, wallet, messages, breaks } = await ground(database())
    const first = await take('key')
    expect(await take('key')).to.deep.equal(right({ ...answerOf(201, `hello ${7n * TOKEN}`), replayed: true }))
    expect(first).to.have.nested.property('right.replayed', false)
    expect([await wallet(), await messages()]).to.deep.equal([{ balance: 7n * TOKEN, held: 0n }, 2])
    expect(await breaks()).to.deep.equal([])
  })

  it('leaves none of them when its transaction breaks at the record, and gives the tokens back', async () => {
    for (const fault of faultsHere()) {
      const { faults, reports, settlements, take, wallet, messages, breaks } = await ground(database())
      faults.atRecord = fault
      expect(await seen(take('key')), fault).to.equal('thrown')
      faults.atRecord = 'none'
      await settlements.drain()
      expect(await seen(take('key')), fault).to.equal('interrupted')
      expect([await wallet(), await messages()], fault).to.deep.equal([{ balance: 10n * TOKEN, held: 0n }, 0])
      expect([await breaks(), reports], fault).to.deep.equal([[], []])
    }
  })

  it('is sold to 20 at once as often as the tokens suffice, in one conversation', async () => {
    const { take, wallet, messages, breaks } = await ground(database())
    const answers = await Promise.all(Array.from({ length: 20 }, (_, key) => seen(take(`${key}`))))
    expect(answers.filter((one) => one === '201')).to.have.lengthOf(3)
    expect(answers.filter((one) => one === 'insufficient_tokens')).to.have.lengthOf(17)
    expect([await wallet(), await messages()]).to.deep.equal([{ balance: TOKEN, held: 0n }, 6])
    expect(await breaks()).to.deep.equal([])
  })
})
