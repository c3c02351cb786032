import { expect } from 'chai'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyStores } from '../../../src/adapters/persistence/stores.ts'
import type { MarkStore } from '../../../src/application/ports/notifications/mark-store.ts'
import { takeCommand, topUpCommand } from '../../support/ledger/ledger-commands.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { markMemory, memoryMarks } from '../../twins/notifications/marks.ts'
import { NO_LIMITS } from '../../../src/domain/api-keys/key-limits.ts'
import { addUser, testId } from '../billing/billing-stores.ts'
import { AT, later, someHash } from '../accounts/identity-stores.ts'

interface MarkGround {
  readonly marks: MarkStore
  /** A wallet with these deposits, one after another. */
  readonly wallet: (...deposits: readonly bigint[]) => Promise<{ readonly id: string; readonly userId: string }>
  readonly deposit: (walletId: string, amount: bigint) => Promise<void>
  /** Takes money out of the wallet without a call. */
  readonly debit: (walletId: string, amount: bigint) => Promise<void>
  readonly key: (userId: string, limit: bigint) => Promise<string>
  readonly move: (walletId: string, keyId: string | null) => Promise<void>
}

const memoryGround = (): MarkGround => {
  const memory = markMemory()
  const deposit = async (walletId: string, amount: bigint): Promise<void> => {
    const wallet = memory.wallets.get(walletId)
    if (wallet === undefined) throw new Error('no such wallet')
    const next = { ...wallet, balance: wallet.balance + amount, lastSeq: wallet.lastSeq + 1n }
    memory.wallets.set(walletId, next)
    memory.balances.set(walletId, new Map([...(memory.balances.get(walletId) ?? []), [next.lastSeq, next.balance]]))
  }
  return {
    marks: memoryMarks(memory),
    deposit,
    debit: async (walletId, amount) => {
      await deposit(walletId, -amount)
      memory.moved.set(walletId, { walletId, keyId: null, refused: null })
    },
    wallet: async (...deposits) => {
      const [id, userId] = [testId(), testId()]
      memory.wallets.set(id, { userId, currency: 'RUB', balance: 0n, lastSeq: 0n })
      for (const amount of deposits) await deposit(id, amount)
      return { id, userId }
    },
    key: async (_, limit) => {
      const id = testId()
      const shown = { id, name: 'key', prefix: 'sk-aiagg-abc', lastFour: 'wxyz' }
      memory.keys.set(id, { ...shown, limit, spent: 0n, periodEndsAt: null })
      return id
    },
    move: async (walletId, keyId) => {
      memory.moved.set(`${walletId}/${keyId}`, { walletId, keyId, refused: null })
    },
  }
}

const contract = (open: () => MarkGround): void => {
  it('takes each that has moved away once', async () => {
    const { marks, move } = open()
    while ((await marks.takeMoved()) !== null);
    const [wallet, key] = [testId(), testId()]
    await move(wallet, key)
    await move(wallet, null)
    const taken = [await marks.takeMoved(), await marks.takeMoved()]
    expect(taken).to.have.deep.members([
      { walletId: wallet, keyId: key, refused: null },
      { walletId: wallet, keyId: null, refused: null },
    ])
    expect(await marks.takeMoved()).to.equal(null)
  })

  it('takes wallets that were debited', async () => {
    const { marks, wallet, debit } = open()
    const { id } = await wallet(5n)
    while ((await marks.takeMoved()) !== null);
    await debit(id, 2n)
    expect(await marks.takeMoved()).to.deep.equal({ walletId: id, keyId: null, refused: null })
    expect([await marks.takeMoved(), (await marks.wallet(id))?.balance]).to.deep.equal([null, 3n])
    await marks.noteDebited(id)
    expect(await marks.takeMoved(), 'noted').to.deep.equal({ walletId: id, keyId: null, refused: null })
    expect(await marks.takeMoved()).to.equal(null)
  })

  it('takes keys whose calls were refused, each once, with the period of the last refusal', async () => {
    const { marks, move } = open()
    while ((await marks.takeMoved()) !== null);
    const [walletId, moved, idle] = [testId(), testId(), testId()]
    await move(walletId, moved)
    await marks.noteRefused([])
    await marks.noteRefused([
      { walletId, keyId: moved, limit: 7n, periodEndsAt: null },
      { walletId, keyId: idle, limit: 8n, periodEndsAt: null },
    ])
    await marks.noteRefused([{ walletId, keyId: idle, limit: 9n, periodEndsAt: AT }])
    const taken = [await marks.takeMoved(), await marks.takeMoved()]
    expect(taken).to.have.deep.members([
      { walletId, keyId: moved, refused: { limit: 7n, periodEndsAt: null } },
      { walletId, keyId: idle, refused: { limit: 9n, periodEndsAt: AT } },
    ])
    expect(await marks.takeMoved()).to.equal(null)
  })

  it('reads a wallet with its latest transfer, and whether it rose since an earlier one', async () => {
    const { marks, wallet, deposit } = open()
    const { id, userId } = await wallet(5n, 6n)
    const found = await marks.wallet(id)
    expect(found).to.include({ userId, currency: 'RUB', balance: 11n })
    const { lastSeq = 0n } = found ?? {}
    expect([await marks.roseSince(id, lastSeq, 11n), await marks.roseSince(id, 0n, 11n)]).to.deep.equal([false, true])
    await deposit(id, 1n)
    expect([await marks.roseSince(id, lastSeq, 13n), await marks.roseSince(id, lastSeq, 12n)]).to.deep.equal([
      false,
      true,
    ])
    expect((await marks.wallet((await wallet()).id))?.lastSeq).to.equal(0n)
    expect(await marks.wallet(testId())).to.equal(null)
  })

  it('reads what a key has spent of its limit', async () => {
    const { marks, wallet, key } = open()
    const id = await key((await wallet()).userId, 7n)
    const shown = { id, name: 'key', prefix: 'sk-aiagg-abc', lastFour: 'wxyz' }
    expect(await marks.key(id)).to.deep.equal({ ...shown, limit: 7n, spent: 0n, periodEndsAt: null })
    expect(await marks.key(testId())).to.equal(null)
  })

  it('keeps of which marks the owner was alerted', async () => {
    const { marks } = open()
    const [wallet, key] = [testId(), testId()]
    expect([await marks.alertedLowBalance(wallet), await marks.alertedBudget(key)]).to.deep.equal([null, []])
    await marks.setLowBalance(wallet, { lastSeq: 3n }, AT)
    await marks.setLowBalance(wallet, { lastSeq: 5n }, later(1))
    expect(await marks.alertedLowBalance(wallet)).to.deep.equal({ lastSeq: 5n })
    const alerted = [
      { mark: 'charged_80', limit: 10n, periodEndsAt: later(5) },
      { mark: 'charged_100', limit: 10n, periodEndsAt: null },
      { mark: 'refused', limit: 9n, periodEndsAt: null },
    ] as const
    await marks.setBudget(key, alerted, AT)
    expect(await marks.alertedBudget(key)).to.have.deep.members([...alerted])
    await marks.setBudget(key, [], AT)
    await marks.setLowBalance(wallet, null, AT)
    expect([await marks.alertedLowBalance(wallet), await marks.alertedBudget(key)]).to.deep.equal([null, []])
  })
}

describe('mark store contract in memory', () => contract(memoryGround))

describeOnDatabases('mark store contract', (database) =>
  contract(() => {
    const { db, open } = database()
    const { marks, wallets, apiKeys } = kyselyStores(db)
    const ledger = openLedger(open.batches)
    const deposit = async (walletId: string, amount: bigint): Promise<void> => {
      await ledger.submit(topUpCommand(walletId, amount))
    }
    return {
      marks,
      deposit,
      debit: async (walletId, amount) => {
        await ledger.submit(takeCommand(walletId, amount))
      },
      wallet: async (...deposits) => {
        const [id, userId] = [testId(), await addUser(database())]
        await wallets.open({ id, owner: userId, currency: 'RUB' })
        for (const amount of deposits) await deposit(id, amount)
        return { id, userId }
      },
      key: async (userId, limit) => {
        const id = testId()
        const shown = { id, userId, name: 'key', prefix: 'sk-aiagg-abc', lastFour: 'wxyz', keyHash: someHash() }
        const limits = { ...NO_LIMITS, spendLimit: limit, expiresAt: null, note: null, disabled: false }
        const period = { periodSpent: 0n, periodEndsAt: null }
        await apiKeys.add({ ...shown, ...limits, ...period, createdAt: AT })
        return id
      },
      move: async (wallet, keyId) => {
        await db.insertInto('usage_touched').values({ wallet, budget_id: keyId }).execute()
      },
    }
  }),
)
