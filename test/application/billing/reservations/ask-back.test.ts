import { expect } from 'chai'
import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import { giveBackPressed } from '../../../../src/application/billing/reservations/give-back-pressed.ts'
import { holdFailureOf } from '../../../../src/application/gateway/metering/hold-failure.ts'
import { openHeldCall } from '../../../../src/application/gateway/metering/held-call.ts'
import { askingLedger, askingUnitOfWork } from '../../../../src/application/billing/reservations/ask-back.ts'
import type { Ledger, LedgerInTransaction } from '../../../../src/application/ports/billing/ledger.ts'
import type { Transaction } from '../../../../src/application/ports/transaction/transaction.ts'
import type { PlaceHold } from '../../../../src/domain/ledger/command.ts'
import { reserveCommand } from '../../../support/ledger/ledger-commands.ts'
import { testId } from '../../../support/ledger/ledger-state.ts'
import { memoryLedger } from '../../../twins/billing/ledger.ts'
import { bookStage, endAt, KEY, OTHER_KEY, WALLET } from './book-stage.ts'

/** With 200 of it reserved for one key. */
const BALANCE = 100_000n

const holdOf = (amount: bigint, id = testId(900)): PlaceHold => ({
  tag: 'place_hold',
  holdId: id,
  walletId: WALLET,
  amount,
  reference: { kind: 'topup-refund', id },
  budgetId: null,
  instance: null,
  lifeSeconds: 60,
})

/** A busy key with 200 reserved and no call under way. Its three calls cost 12. */
const busyKey = async () => {
  const on = bookStage({ balance: BALANCE + 12n })
  await on.warmUp()
  expect(on.memory.wallets.get(WALLET)).to.include({ balance: BALANCE, reserved: 200n })
  const before = on.commands.length
  return { on, since: () => on.tags().slice(before) }
}

describe('a command that is short while money is reserved', () => {
  it('gets what is reserved and idle: a call of another key is refused only where the wallet could not pay', async () => {
    const { on, since } = await busyKey()
    const expensive = await on.call(BALANCE, OTHER_KEY)
    expect(expensive?.holdMicro).to.equal(BALANCE)
    expect(since()).to.deep.equal(['place_hold', 'give_back', 'place_hold'])
    expensive?.end(endAt(BALANCE))
    await on.settle()
    expect(on.memory.wallets.get(WALLET)).to.include({ balance: 0n, held: 0n, reserved: 0n })
  })

  it('gets nothing of what calls under way may still cost', async () => {
    const { on } = await busyKey()
    const running = await on.call(30n, KEY)
    expect(await on.call(BALANCE - 29n, OTHER_KEY)).to.equal(null)
    const fits = await on.call(BALANCE - 30n, OTHER_KEY)
    expect(fits?.holdMicro).to.equal(BALANCE - 30n)
    running?.end(endAt(30n))
    fits?.end(endAt(1n))
    await on.settle()
    expect(on.memory.wallets.get(WALLET)).to.include({ balance: BALANCE - 31n, held: 0n })
  })

  it('is decided once where nothing is reserved, and where money is not what it wants', async () => {
    const poor = bookStage({ balance: 5n })
    expect(await poor.call(10n)).to.equal(null)
    expect(poor.tags()).to.deep.equal(['place_hold'])
    const { on, since } = await busyKey()
    const asking = askingLedger({
      ledger: memoryLedger(on.memory),
      reservedMoney: { giveBackFree: () => expect.fail('asked for money') },
      pressedWallets: { press: () => expect.fail('asked for money') },
    })
    const unknown = await asking.submit({ ...holdOf(1n), walletId: testId(77) })
    expect(isRight(unknown) && unknown.right.tag).to.equal('unknown_account')
    expect(since()).to.deep.equal([])
  })

  it('has its unit of work rolled back, and run once more when the money is back', async () => {
    const { on, since } = await busyKey()
    const twin = memoryLedger(on.memory)
    const ledger: LedgerInTransaction = {
      apply: async (command) => {
        const answer = await twin.submit(command)
        return isRight(answer) ? answer.right : expect.fail(answer.left.tag)
      },
    }
    const ends: boolean[] = []
    const { transact } = askingUnitOfWork({
      unitOfWork: {
        transact: async (work) => {
          // What the use case needs of a transaction is its ledger alone.
          const result = await work({ ledger } as Transaction)
          ends.push(isRight(result))
          return result
        },
      },
      reservedMoney: on.book,
      pressedWallets: on.pressedWallets,
    })
    const refund = (amount: bigint, id: string) =>
      transact(async (stores) => {
        const held = await stores.ledger.apply(holdOf(amount, id))
        return held.tag === 'held' ? right(held.hold.amount) : left(held.tag)
      })
    expect(await refund(BALANCE, testId(901))).to.deep.equal(right(BALANCE))
    expect([ends, since()]).to.deep.equal([[false, true], ['give_back']])
    expect(await refund(1n, testId(902))).to.deep.equal(left('insufficient'))
    expect(ends, 'with nothing reserved it ran once').to.deep.equal([false, true, false])
  })
})

describe('a command that is short of what another process has reserved', () => {
  /** The other process has 200 of it reserved, for a key with a limit of 300. */
  const elsewhere = async () => {
    const on = bookStage({ balance: 1_000n, limit: 300n })
    on.memory.livingInstances.add('elsewhere')
    const ledger = memoryLedger(on.memory, () => on.time.nowMs)
    const of = { walletId: WALLET, budgetId: KEY }
    await ledger.submit(reserveCommand(of, 200n, { reservationId: testId(500), instance: 'elsewhere' }))
    const { pressedWallets, book } = on
    return { on, ledger, asking: askingLedger({ ledger, pressedWallets, reservedMoney: book }) }
  }
  const terms = { operationId: testId(900), holdMicro: 1n }
  const failureOf = async (asking: Ledger, hold: PlaceHold) => {
    const answer = await asking.submit(hold)
    if (!isRight(answer) || answer.right.tag === 'held') return answer
    return holdFailureOf(answer.right, { ...terms, holdMicro: hold.amount })
  }

  it('is refused with the time in which that money comes back, and every process is asked for it', async () => {
    const { on, asking } = await elsewhere()
    const refusal = await failureOf(asking, holdOf(900n))
    expect(refusal).to.deep.include({ tag: 'balance_held', retryAfterSeconds: 5 })
    expect(await on.pressedWallets.pressedOf('elsewhere')).to.deep.equal([WALLET])
  })

  it('is refused so, too, where it is the limit of a key that the other process holds', async () => {
    const { on, asking } = await elsewhere()
    const refusal = await failureOf(asking, { ...holdOf(150n), budgetId: KEY })
    expect(refusal).to.deep.include({ tag: 'balance_held', retryAfterSeconds: 5 })
    expect(refusal).to.have.nested.property('shortage.isOfKey', true)
    expect(await on.pressedWallets.pressedOf('elsewhere')).to.deep.equal([WALLET])
  })

  it('is refused so, too, where its answer may be shortened and the least of it is not covered', async () => {
    const { on, asking } = await elsewhere()
    const { settlements, book: reservations } = on
    const open = openHeldCall({ ledger: asking, settlements, instance: { id: 'here' }, reservations })
    const call = { ...terms, walletId: WALLET, budgetId: KEY, holdMicro: 5_000n } as const
    const less = { least: 150n, enough: 400n }
    const opened = await open({ ...call, kind: 'chat', description: 'Chat', tariffVersion: null }, async () => ({
      holdMicro: 5_000n,
      less,
    }))
    expect(isLeft(opened) && opened.left).to.deep.include({ tag: 'balance_held', retryAfterSeconds: 5 })
    expect(await on.pressedWallets.pressedOf('elsewhere')).to.deep.equal([WALLET])
  })

  it('presses nothing where the money is not there at all, and is refused for good', async () => {
    const { on, asking } = await elsewhere()
    expect(await failureOf(asking, holdOf(1_001n))).to.have.property('tag', 'insufficient_balance')
    expect(await failureOf(asking, { ...holdOf(301n), budgetId: KEY })).to.have.property(
      'tag',
      'key_spend_limit_exceeded',
    )
    expect(await on.pressedWallets.pressedOf('elsewhere')).to.deep.equal([])
  })

  it('is refused by the ledger alone where the mark cannot be written', async () => {
    const { on, ledger } = await elsewhere()
    const pressedWallets = { press: () => Promise.reject(new Error('the connection broke')) }
    const asking = askingLedger({ ledger, pressedWallets, reservedMoney: on.book })
    expect(await failureOf(asking, holdOf(900n))).to.deep.include({ tag: 'balance_held', retryAfterSeconds: 1 })
  })

  it('has its unit of work run again for the refusal that names the time', async () => {
    const { on, ledger } = await elsewhere()
    const seen: boolean[] = []
    const { transact } = askingUnitOfWork({
      unitOfWork: { transact: (work) => work({ ledger: { apply: ledger.apply } } as Transaction) },
      reservedMoney: on.book,
      pressedWallets: on.pressedWallets,
    })
    const result = await transact(async (stores) => {
      const held = await stores.ledger.apply(holdOf(900n))
      seen.push('askedBack' in held)
      return held.tag === 'held' ? right(held) : left(held.tag)
    })
    expect([result, seen]).to.deep.equal([left('insufficient'), [false, true]])
  })

  it('gets that money once the other process has looked', async () => {
    const on = bookStage({ balance: BALANCE + 12n })
    await on.warmUp()
    const { pressedWallets, book } = on
    const giveBack = giveBackPressed({ pressedWallets, instance: { id: 'here' }, reservations: book })
    await giveBack()
    expect(on.memory.wallets.get(WALLET)?.reserved).to.equal(200n)
    await pressedWallets.press(WALLET)
    await giveBack()
    await on.settle()
    expect(on.memory.wallets.get(WALLET)).to.include({ held: 0n, reserved: 0n })
    expect(on.book.open()).to.equal(1)
  })

  it('gets it, too, where that process first met the mark with a grant for another key', async () => {
    const on = bookStage({ balance: BALANCE })
    await on.warmUp()
    const { pressedWallets, book } = on
    await pressedWallets.press(WALLET)
    for (let nth = 0; nth < 3; nth += 1) {
      const entered = await on.call(10n, OTHER_KEY)
      entered?.end(endAt(4n))
      await on.settle()
    }
    expect(on.memory.wallets.get(WALLET)?.reserved).to.equal(200n)
    await giveBackPressed({ pressedWallets, instance: { id: 'here' }, reservations: book })()
    await on.settle()
    expect(on.memory.wallets.get(WALLET)?.reserved).to.equal(0n)
  })

  it('is given back, and no call is admitted, once a process has looked at a wallet that another one suspended', async () => {
    const on = bookStage()
    await on.warmUp()
    on.memory.wallets.set(WALLET, { ...on.memory.wallets.get(WALLET)!, suspended: true })
    const { pressedWallets, book } = on
    await giveBackPressed({ pressedWallets, instance: { id: 'here' }, reservations: book })()
    await on.settle()
    expect(on.memory.wallets.get(WALLET)).to.include({ held: 0n, reserved: 0n })
    expect(await on.call()).to.equal(null)
    expect(on.tags().at(-1)).to.equal('place_hold')
  })

  it('is asked for by no process that has nothing reserved', async () => {
    const on = bookStage()
    const pressedWallets = { pressedOf: () => expect.fail('asked the database') }
    await giveBackPressed({ pressedWallets, instance: { id: 'here' }, reservations: on.book })()
  })
})
