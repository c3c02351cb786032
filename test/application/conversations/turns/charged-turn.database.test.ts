import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { auditViolations } from '../../../support/ledger/audit-violations.ts'
import type { Database } from '../../../../src/adapters/persistence/schema/schema.ts'
import { kyselyStores, kyselyUnitOfWork } from '../../../../src/adapters/persistence/stores.ts'
import { chargedTurn } from '../../../../src/application/conversations/turns/charged-turn.ts'
import type {
  Charged,
  Turn,
  TurnOutput,
  TurnPlan,
  TurnRefusal,
} from '../../../../src/application/conversations/turns/charged-turn.ts'
import type { GenerationFailed } from '../../../../src/application/conversations/turns/turn-failure.ts'
import { openSettlements } from '../../../../src/application/gateway/metering/settlements.ts'
import type { IdempotentExecution } from '../../../../src/application/idempotency/idempotently.ts'
import type { Stores } from '../../../../src/application/ports/transaction/stores.ts'
import { systemAccountId } from '../../../../src/domain/ledger/account.ts'
import { addUser, testId } from '../../../contract/billing/billing-stores.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'
import { receiptOf, topUpCommand } from '../../../support/ledger/ledger-commands.ts'
import { answeringUnderKeys, recordedText } from '../../../support/idempotency/keyed-answers.ts'
import { PRICE, seen, TOKEN } from './bracket-stage.ts'
import { exactHolds } from '../../../support/ledger/exact-holds.ts'

type Fault = 'none' | 'rejects' | 'cut'

/**
 * A user with ten tokens and a conversation, on a real database whose transactions can break at their last statement.
 */
const ground = async (database: TestDatabase) => {
  const { db, open } = database
  const stores = kyselyStores(db)
  const faults: { atRecord: Fault } = { atRecord: 'none' }
  const breakingStores = (transaction: Kysely<Database>): Stores => {
    const real = kyselyStores(transaction)
    const finish: Stores['idempotency']['finish'] = async (...args) => {
      const finished = await real.idempotency.finish(...args)
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
    instance: { id: 'here' },
    reservations: exactHolds,
    unitOfWork: kyselyUnitOfWork(db, ledger, breakingStores),
    wallets: stores.wallets,
  })
  const under = answeringUnderKeys({ idempotency: stores.idempotency, ids: { next: testId }, instance: { id: 'here' } })
  const turn: Turn<never, TurnPlan & { readonly id: string }, TurnOutput & { readonly id: string }, string> = {
    plan: async (id) => right({ priceMicro: PRICE, description: 'Turn', id }),
    ask: async ({ id }) => right({ usage: {}, receipt: receiptOf(), id }),
    write: async ({ conversations, messages }, { id }) => {
      const question = { id: testId(), conversationId, role: 'user', content: 'hi', createdAtMs: 2000 } as const
      const facts = { id, conversationId, content: 'hello', replyTo: question.id, createdAtMs: 3000 }
      const fixed = { role: 'assistant', state: { tag: 'done' }, chargedMicro: PRICE } as const
      await conversations.lock(userId, conversationId)
      await messages.add([question, { ...facts, ...fixed }])
      await conversations.touch(conversationId, 3000)
    },
    describe: () => 'hello',
  }
  const take = (key: string) =>
    under({
      userId,
      scope: `conversations.messages:${conversationId}`,
      key,
      execute: (operation: IdempotentExecution<TurnRefusal | GenerationFailed, Charged<string>>) =>
        bracket(userId, turn, operation),
      encode: ({ made, wallet }) => recordedText(201, `${made} ${wallet.balance}`),
      encodeFailure: ({ tag }) => (tag === 'generation_failed' ? recordedText(502, 'failed') : null),
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
    violations: () => auditViolations(db),
  }
}

describeOnDatabases('A turn charged in tokens', (database) => {
  const faultsHere = (): readonly Fault[] => (database().engine === 'postgresql' ? ['rejects', 'cut'] : ['rejects'])

  it('writes its messages, its charge and its answer together', async () => {
    const { take, wallet, messages, violations } = await ground(database())
    const first = await take('key')
    const { body } = recordedText(201, `hello ${7n * TOKEN}`)
    expect(await take('key')).to.deep.equal(right({ status: 201, body, replayed: true }))
    expect(first).to.have.nested.property('right.replayed', false)
    expect([await wallet(), await messages()]).to.deep.equal([{ balance: 7n * TOKEN, held: 0n }, 2])
    expect(await violations()).to.deep.equal([])
  })

  it('leaves none of them when its transaction breaks at the record, and gives the tokens back', async () => {
    for (const fault of faultsHere()) {
      const { faults, reports, settlements, take, wallet, messages, violations } = await ground(database())
      faults.atRecord = fault
      expect(await seen(take('key')), fault).to.equal('thrown')
      faults.atRecord = 'none'
      await settlements.drain()
      expect(await seen(take('key')), fault).to.equal('interrupted')
      expect([await wallet(), await messages()], fault).to.deep.equal([{ balance: 10n * TOKEN, held: 0n }, 0])
      expect([await violations(), reports], fault).to.deep.equal([[], []])
    }
  })

  it('is sold to 20 at once as often as the tokens suffice, in one conversation', async () => {
    const { take, wallet, messages, violations } = await ground(database())
    const answers = await Promise.all(Array.from({ length: 20 }, (_, key) => seen(take(`${key}`))))
    expect(answers.filter((one) => one === '201')).to.have.lengthOf(3)
    expect(answers.filter((one) => one === 'insufficient_tokens')).to.have.lengthOf(17)
    expect([await wallet(), await messages()]).to.deep.equal([{ balance: TOKEN, held: 0n }, 6])
    expect(await violations()).to.deep.equal([])
  })
})
