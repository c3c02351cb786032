import { apiKeyOf } from '../../support/accounts/api-key-of.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { kyselyApiKeys } from '../../../src/adapters/persistence/accounts/api-keys.ts'
import { kyselyReceipts } from '../../../src/adapters/persistence/billing/receipts.ts'
import { kyselyWallets } from '../../../src/adapters/persistence/billing/wallets.ts'
import { kyselyUsageCounter } from '../../../src/adapters/persistence/usage/usage-counter.ts'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import type { Ledger } from '../../../src/application/ports/billing/ledger.ts'
import type { ReceiptFilter, ReceiptLog } from '../../../src/application/ports/billing/receipt-log.ts'
import { systemAccountId } from '../../../src/domain/ledger/account.ts'
import { firstIdAt } from '../../../src/domain/ledger/operation-time.ts'
import type { ReceiptFacts } from '../../../src/domain/ledger/receipt-facts.ts'
import type { ReceiptKey } from '../../../src/domain/ledger/receipt.ts'
import type { Currency } from '../../../src/domain/money/money.ts'
import {
  holdCommand,
  receiptOf,
  releaseCommand,
  settleCommand,
  topUpCommand,
} from '../../support/ledger/ledger-commands.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { ledgerMemory } from '../../twins/billing/ledger-memory.ts'
import { memoryLedger } from '../../twins/billing/ledger.ts'
import { memoryReceipts } from '../../twins/billing/receipts.ts'
import { addUser, testId } from './billing-stores.ts'
import { EVERY_RECEIPT } from '../../support/ledger/every-receipt.ts'

interface World {
  readonly ledger: Ledger
  readonly receipts: ReceiptLog
  readonly newUser: () => Promise<string>
  readonly newWallet: (owner: string, currency: Currency) => Promise<string>
  readonly newKey: (owner: string) => Promise<ReceiptKey>
  readonly deleteKey: (keyId: string) => Promise<void>
  /** Carries what has ended forward to the hourly usage. */
  readonly count: () => Promise<void>
}

const MINUTE_MS = 60_000
const BEGIN_MS = Date.UTC(2026, 10, 1, 12)

/** An operation that began so many minutes after the beginning. */
const idAt = (minute: number): string =>
  `${firstIdAt(BEGIN_MS + minute * MINUTE_MS).slice(0, 14)}7000-8${randomUUID().slice(20)}`

const suite = (world: () => World): void => {
  const end = async (walletId: string, holdId: string, facts: Partial<ReceiptFacts> | null, keyId: string | null) => {
    const { ledger } = world()
    await ledger.submit(holdCommand(walletId, 5n, { holdId, budgetId: keyId }))
    const ended =
      facts === null
        ? releaseCommand({ holdId, walletId }, { reason: 'instance_lost' })
        : settleCommand({ holdId, walletId }, 3n, { receipt: receiptOf(facts) })
    await ledger.submit(ended)
    return holdId
  }
  const newWallet = async (owner: string, currency: Currency): Promise<string> => {
    const walletId = await world().newWallet(owner, currency)
    await world().ledger.submit(topUpCommand(walletId, 1_000n, { debit: systemAccountId('deposits', currency) }))
    return walletId
  }
  const open = async () => {
    const owner = await world().newUser()
    const [rub, token] = [await newWallet(owner, 'RUB'), await newWallet(owner, 'TOKEN')]
    return { owner, rub, token, key: await world().newKey(owner) }
  }
  const allPages = async (ownerId: string, filter: Partial<ReceiptFilter> = {}, limit = 2): Promise<string[]> => {
    const seen: string[] = []
    let before: string | null = null
    do {
      const { rows, next } = await world().receipts.page({
        ownerId,
        filter: { ...EVERY_RECEIPT, ...filter },
        before,
        limit,
      })
      seen.push(...rows.map(({ operationId }) => operationId))
      before = next
    } while (before !== null)
    return seen
  }

  it('shows what has ended in both wallets, the latest start first, page by page', async () => {
    const { owner, rub, token } = await open()
    const neighbour = await open()
    const made: string[] = []
    for (let minute = 0; minute < 7; minute += 1)
      made.push(await end(minute % 2 === 0 ? rub : token, idAt(minute), {}, null))
    await end(neighbour.rub, idAt(3), {}, null)
    await world().ledger.submit(holdCommand(rub, 5n, { holdId: idAt(8) }))
    for (const limit of [1, 2, 7, 50])
      expect(await allPages(owner, {}, limit), `pages of ${limit}`).to.deep.equal(made.toReversed())
    expect(await allPages(await world().newUser())).to.deep.equal([])
  })

  it('shows money, facts and the name of the key, after its deletion too', async () => {
    const { owner, rub, key } = await open()
    const holdId = await end(rub, idAt(0), { usage: { prompt_tokens: 3 } }, key.id)
    const page = () => world().receipts.page({ ownerId: owner, filter: EVERY_RECEIPT, before: null, limit: 10 })
    const expected = { operationId: holdId, kind: 'chat', currency: 'RUB', hold: 5n, charge: 3n, writeoff: 0n, key }
    expect((await page()).rows[0]).to.deep.include(expected)
    expect((await page()).rows[0]?.facts).to.deep.equal(receiptOf({ usage: { prompt_tokens: 3 } }))
    await world().deleteKey(key.id)
    expect((await page()).rows[0]).to.deep.include({ key })
    expect((await world().receipts.find(owner, holdId))?.key).to.deep.equal(key)
  })

  it('filters by currency, model, key, outcome and time of the start', async () => {
    const { owner, rub, token, key } = await open()
    const first = await end(rub, idAt(0), { model: 'a', surface: 'responses' }, key.id)
    const second = await end(rub, idAt(1), { model: 'b', outcome: 'client_left' }, null)
    const third = await end(token, idAt(2), { model: 'a' }, null)
    const swept = await end(rub, idAt(3), null, key.id)
    const cases: readonly (readonly [Partial<ReceiptFilter>, readonly string[]])[] = [
      [{ currency: 'TOKEN' }, [third]],
      [{ model: 'a' }, [third, first]],
      [{ model: 'a', currency: 'RUB' }, [first]],
      [{ model: 'c' }, []],
      [{ keyId: key.id }, [swept, first]],
      [{ keyId: testId() }, []],
      [{ surface: 'responses' }, [first]],
      [{ surface: 'image' }, []],
      [{ outcome: 'client_left' }, [second]],
      [{ outcome: 'instance_lost' }, [swept]],
      [{ outcome: 'succeeded' }, [third, first]],
      [{ fromMs: BEGIN_MS + MINUTE_MS }, [swept, third, second]],
      [{ toMs: BEGIN_MS + MINUTE_MS }, [first]],
      [{ fromMs: BEGIN_MS + MINUTE_MS, toMs: BEGIN_MS + 3 * MINUTE_MS, model: 'a' }, [third]],
      [{ fromMs: BEGIN_MS + MINUTE_MS, toMs: BEGIN_MS }, []],
    ]
    const expectCases = async (when: string): Promise<void> => {
      for (const [filter, expected] of cases)
        expect(await allPages(owner, filter, 1), `${JSON.stringify(filter)} ${when}`).to.deep.equal(expected)
    }
    await expectCases('behind the watermark')
    await world().count()
    await expectCases('in counted hours')
    const late = await end(rub, idAt(600), { model: 'a' }, key.id)
    expect(await allPages(owner, { model: 'a' }, 2)).to.deep.equal([late, third, first])
  })

  it('shows a later page without a gap or a double while operations end', async () => {
    const { owner, rub } = await open()
    const made: string[] = []
    for (let minute = 1; minute < 6; minute += 1) made.push(await end(rub, idAt(minute), {}, null))
    const { receipts } = world()
    const first = await receipts.page({ ownerId: owner, filter: EVERY_RECEIPT, before: null, limit: 2 })
    await end(rub, idAt(9), {}, null)
    const second = await receipts.page({ ownerId: owner, filter: EVERY_RECEIPT, before: first.next, limit: 10 })
    const seen = [...first.rows, ...second.rows].map(({ operationId }) => operationId)
    expect(seen).to.deep.equal(made.toReversed())
    expect(second.next).to.equal(null)
  })
}

describe('pages of receipts in memory', () => {
  const memory = ledgerMemory()
  const keys = new Map<string, ReceiptKey>()
  suite(() => ({
    ledger: memoryLedger(memory),
    receipts: memoryReceipts(memory, keys),
    newUser: async () => testId(),
    newWallet: async (owner, currency) => {
      const id = testId()
      memory.wallets.set(id, { id, owner, currency, balance: 0n, held: 0n, reserved: 0n, suspended: false })
      return id
    },
    newKey: async () => {
      const key = { id: testId(), name: 'night shift', prefix: 'sk-aiagg-abc', lastFour: 'wxyz' }
      keys.set(key.id, key)
      memory.budgets.set(key.id, { id: key.id, limit: null, spent: 0n, held: 0n, period: null })
      return key
    },
    deleteKey: async () => undefined,
    count: async () => undefined,
  }))
})

describeOnDatabases('pages of receipts', (database) => {
  suite(() => {
    const { db } = database()
    const apiKeys = kyselyApiKeys(db)
    return {
      ledger: openLedger(database().open.batches),
      receipts: kyselyReceipts(db),
      newUser: () => addUser(database()),
      newWallet: async (owner, currency) => {
        const id = testId()
        await kyselyWallets(db).open({ id, owner, currency })
        return id
      },
      newKey: async (userId) => {
        const key = { id: testId(), name: 'night shift', prefix: 'sk-aiagg-abc', lastFour: 'wxyz' }
        const secret = { keyHash: randomUUID().replaceAll('-', '').repeat(2), createdAt: new Date(BEGIN_MS) }
        await apiKeys.add({ ...apiKeyOf({ userId }), ...key, ...secret })
        return key
      },
      count: async () => {
        const counter = kyselyUsageCounter(db)
        for (let chunk = await counter.countChunk(); chunk.tag !== 'counted' || !chunk.isAll;)
          chunk = await counter.countChunk()
      },
      deleteKey: async (keyId) => void (await apiKeys.delete(keyId, new Date(BEGIN_MS))),
    }
  })
})
