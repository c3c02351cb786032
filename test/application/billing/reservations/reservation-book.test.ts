import { expect } from 'chai'
import { openSum } from '../../../../src/domain/ledger/reservation.ts'
import { topUpCommand } from '../../../support/ledger/ledger-commands.ts'
import { applyToMemory } from '../../../twins/billing/ledger-memory.ts'
import { bookStage, endAt, KEY, OTHER_KEY, WALLET } from './book-stage.ts'
import type { BookStage } from './book-stage.ts'

/** A sixteenth of it covers twenty calls of 10, and not twenty of more. */
const NOT_MORE_THAN_200 = 3_300n

describe('the reservations of a process', () => {
  it('begin with the third call in ten seconds; from then on a call writes one command, behind its answer', async () => {
    const on = bookStage()
    expect(on.book.isReservedFor(KEY)).to.equal(false)
    await on.warmUp()
    expect([on.book.isReservedFor(KEY), on.book.isReservedFor(OTHER_KEY)]).to.deep.equal([true, false])
    expect(on.tags()).to.deep.equal(['place_hold', 'settle', 'place_hold', 'settle', 'place_hold', 'reserve', 'settle'])
    expect(openSum(on.reservation()!)).to.equal(200n)
    const before = on.commands.length
    for (let nth = 0; nth < 5; nth += 1) await on.whole()
    expect(on.tags().slice(before)).to.deep.equal(['capture', 'capture', 'capture', 'capture', 'capture'])
    expect(on.memory.wallets.get(WALLET)).to.include({ balance: 100_000n - 32n, held: 180n, reserved: 180n })
    expect(on.memory.budgets.get(KEY)).to.include({ spent: 32n, held: 180n })
  })

  it('are none for a slow key, a poor wallet, a call without a key, or where they are switched off', async () => {
    const slow = bookStage()
    for (let nth = 0; nth < 6; nth += 1, slow.time.nowMs += 6_000) await slow.whole()
    const poor = bookStage({ balance: 3_000n })
    const off = bookStage({ mostKeys: 0 })
    for (const on of [poor, off]) for (let nth = 0; nth < 6; nth += 1) await on.whole()
    for (const on of [slow, poor, off]) expect(on.tags()).not.to.include.members(['reserve'])
    const keyless = bookStage()
    await keyless.warmUp()
    const entered = await keyless.call(10n, null)
    expect(keyless.tags().at(-1)).to.equal('place_hold')
    entered?.end(endAt(1n))
  })

  it('are extended below half, to a sum, without a wait', async () => {
    const on = bookStage()
    await on.warmUp()
    for (let nth = 0; nth < 26; nth += 1) await on.whole()
    const granted = on.commands.flatMap((each) => (each.tag === 'reserve' ? [each.granted] : []))
    // What the key spends is in the new size, and what it has used in the sum.
    expect(granted).to.deep.equal([200n, 360n, 624n])
    expect(on.reservation()?.granted).to.equal(624n)
  })

  it('are extended once more by what a call wants while the answer to a grant is being taken', async () => {
    // How many turns the answer takes is no promise of the book: the call comes at each of them once.
    for (let turns = 0; turns < 20; turns += 1) {
      const on = bookStage()
      await on.warmUp()
      let comes: Promise<void> | null = null
      const comeBehind = async (): Promise<void> => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
        on.book.count({ walletId: WALLET, budgetId: KEY, holdMicro: 300n }).end(0n)
      }
      on.time.fateOf = ({ tag }) => {
        if (tag === 'reserve') comes ??= comeBehind()
        return 'done'
      }
      on.book.count({ walletId: WALLET, budgetId: KEY, holdMicro: 100n }).end(0n)
      await on.settle()
      on.book.count({ walletId: WALLET, budgetId: KEY, holdMicro: 300n }).end(0n)
      await on.settle()
      expect(openSum(on.reservation()!)).to.equal(6_000n)
      on.time.nowMs += 10_000
      await on.book.tend()
      expect(on.memory.wallets.get(WALLET)).to.include({ held: 0n, reserved: 0n })
    }
  })

  it('admit nothing against a grant whose answer got lost, until the ledger has answered for the same sum', async () => {
    const on = bookStage()
    on.time.fateOf = ({ tag }) => (tag === 'reserve' ? 'answer_lost' : 'done')
    await on.warmUp()
    await on.whole()
    expect(on.tags().filter((tag) => tag === 'place_hold')).to.have.length(4)
    on.time.fateOf = () => 'done'
    await on.book.tend()
    const asked = on.commands.flatMap((each) => (each.tag === 'reserve' ? [each.granted] : []))
    expect(asked).to.deep.equal([200n, 200n])
    expect(on.reservation()?.granted).to.equal(200n)
    await on.whole()
    expect(on.tags().at(-1)).to.equal('capture')
  })

  it('stay asked for where the ledger cannot be reached to ask again: the lost grant may be there', async () => {
    const on = bookStage()
    on.time.fateOf = ({ tag }) => (tag === 'reserve' ? 'answer_lost' : 'done')
    await on.warmUp()
    on.time.fateOf = ({ tag }) => (tag === 'reserve' ? 'refused' : 'done')
    await on.book.tend()
    on.time.fateOf = () => 'done'
    await on.book.tend()
    on.time.nowMs += 10_000
    await on.book.tend()
    expect(on.memory.wallets.get(WALLET)).to.include({ held: 0n, reserved: 0n })
  })

  it('are not asked for again for five seconds where the ledger refuses', async () => {
    const on = bookStage()
    on.time.fateOf = ({ tag }) => (tag === 'reserve' ? 'refused' : 'done')
    await on.warmUp()
    for (let nth = 0; nth < 4; nth += 1) await on.whole()
    expect(on.tags().filter((tag) => tag === 'reserve')).to.have.length(1)
    on.time.nowMs += 5_000
    await on.whole()
    expect(on.tags().filter((tag) => tag === 'reserve')).to.have.length(2)
  })

  it('stay within a sixteenth of what the limit of the key leaves, once the ledger has refused for it', async () => {
    const on = bookStage({ limit: 190n })
    await on.warmUp()
    on.time.nowMs += 5_000
    for (let nth = 0; nth < 3; nth += 1) await on.whole()
    expect(on.tags().filter((tag) => tag === 'reserve')).to.have.length(1)
    expect(on.memory.budgets.get(KEY)).to.include({ spent: 24n, held: 0n })
  })

  it('cover a price above the worst case by what is free, and by no other call', async () => {
    const on = bookStage({ balance: NOT_MORE_THAN_200 })
    await on.warmUp()
    const [one, other] = [await on.call(190n), await on.call(4n)]
    one?.end(endAt(300n))
    await on.settle()
    const [capture] = on.commands.flatMap((each) => (each.tag === 'capture' ? [each] : []))
    expect(capture).to.include({ amount: 190n, cover: 196n, price: 300n })
    expect(openSum(on.reservation()!) >= 4n).to.equal(true)
    other?.end(endAt(4n))
    await on.settle()
    expect(on.memory.wallets.get(WALLET)?.balance).to.equal(NOT_MORE_THAN_200 - 12n - 304n)
  })

  it('write a free call, and keep nothing for it', async () => {
    const on = bookStage()
    await on.warmUp()
    const call = await on.call()
    call?.end({ tag: 'release', reason: 'upstream_failed', receipt: null })
    await on.settle()
    expect(on.memory.holds.get(call!.operationId)).to.include({ state: 'released', releaseReason: 'upstream_failed' })
    expect(openSum(on.reservation()!)).to.equal(200n)
  })

  it('keep nothing for a call whose verdict never came', async () => {
    const on = bookStage()
    await on.warmUp()
    const call = await on.call(200n)
    call?.end(Promise.reject(new Error('no verdict')))
    await on.settle()
    expect(on.troubles).to.deep.equal(['lost'])
    expect(await on.call(200n)).not.to.equal(null)
    expect(on.tags().slice(-2)).to.deep.equal(['reserve', 'capture'])
    expect(on.book.underWay(call!.operationId)).to.equal(null)
  })

  it('go back after ten idle seconds, behind the last capture; under a running call only what is free', async () => {
    const on = bookStage({ balance: NOT_MORE_THAN_200 })
    await on.warmUp()
    const running = await on.call(30n)
    on.time.nowMs += 9_999
    await on.book.tend()
    expect(openSum(on.reservation()!)).to.equal(200n)
    on.time.nowMs += 1
    await on.book.tend()
    expect(openSum(on.reservation()!)).to.equal(30n)
    running?.end(endAt(12n))
    await on.settle()
    on.time.nowMs += 10_000
    await on.book.tend()
    expect(on.reservation()).to.include({ ended: true, captured: 12n, granted: 200n, returned: 188n })
    expect(on.memory.wallets.get(WALLET)).to.include({ held: 0n, reserved: 0n })
    expect(on.book.open()).to.equal(0)
  })

  it('are sent back again where the answer got lost, and end once', async () => {
    const on = bookStage()
    await on.warmUp()
    on.time.nowMs += 10_000
    on.time.fateOf = ({ tag }) => (tag === 'give_back' ? 'answer_lost' : 'done')
    await on.book.tend()
    expect(on.book.open()).to.equal(1)
    await on.whole()
    expect(on.tags().at(-2), 'nothing is admitted against it').to.equal('place_hold')
    on.time.fateOf = () => 'done'
    await on.book.tend()
    expect([on.book.open(), on.troubles]).to.deep.equal([0, []])
  })

  it('are sent back again, too, where a grant is answered in between: that money would stay held for a busy key', async () => {
    const on = bookStage()
    await on.warmUp()
    const long = await on.call()
    on.time.nowMs += 11_000
    on.time.fateOf = ({ tag }) => (tag === 'give_back' ? 'refused' : 'done')
    await on.book.tend()
    for (let nth = 0; nth < 4; nth += 1) await on.whole()
    expect(on.tags().filter((tag) => tag === 'reserve')).to.have.length(2)
    expect(on.reservation()).to.include({ returned: 0n })
    on.time.fateOf = () => 'done'
    await on.book.tend()
    expect(on.reservation()).to.include({ returned: 190n })
    long?.end(endAt(4n))
    await on.settle()
  })

  it('give a pressed wallet all that is free at once, the rest as calls end, and take nothing for half a minute', async () => {
    const on = bookStage()
    await on.warmUp()
    const running = await on.call(30n)
    await on.book.giveBackFree(WALLET)
    expect(on.memory.wallets.get(WALLET)).to.include({ held: 30n, reserved: 30n })
    running?.end(endAt(12n))
    await on.settle()
    expect(on.memory.wallets.get(WALLET)).to.include({ held: 0n, reserved: 0n })
    const before = on.commands.length
    for (; on.time.nowMs < 30_000; on.time.nowMs += 1_000) await on.whole()
    expect(on.tags().slice(before)).not.to.include.members(['reserve'])
    expect(on.tags().slice(before)).not.to.include.members(['capture'])
    await on.whole()
    expect(on.tags().slice(before)).to.include.members(['reserve'])
  })

  it('end quietly at a stop where the first grant was refused and that answer got lost', async () => {
    const on = bookStage({ limit: 100n })
    on.time.fateOf = ({ tag }) => (tag === 'reserve' ? 'answer_lost' : 'done')
    await on.warmUp()
    expect(on.book.open()).to.equal(1)
    await on.book.endAll()
    expect([on.book.open(), on.troubles, on.tags().at(-1)]).to.deep.equal([0, [], 'give_back'])
  })

  it('give back a grant that was on its way when the wallet was pressed', async () => {
    const on = bookStage()
    await on.whole()
    await on.whole()
    const third = await on.call()
    // The grant is on its way now.
    await on.book.giveBackFree(WALLET)
    await on.settle()
    expect(on.tags()).to.include.members(['reserve', 'give_back'])
    expect(on.memory.wallets.get(WALLET)?.reserved).to.equal(0n)
    third?.end(endAt(1n))
  })

  it('are all gone where the ledger calls the instance ended; calls under way are charged all the same, once', async () => {
    const on = bookStage()
    await on.warmUp()
    on.memory.livingInstances.delete('here')
    // What is left is less than half, so this process asks for more.
    const running = await on.call(120n)
    await on.settle()
    expect(on.book.open()).to.equal(0)
    const [reserved] = [...on.memory.reservations.values()]
    running?.end(endAt(12n))
    await on.settle()
    expect(on.memory.reservations.get(reserved!.id)?.captured).to.equal(12n)
    expect(on.memory.wallets.get(WALLET)?.balance).to.equal(100_000n - 12n - 12n)
  })

  it('admit nothing in a process that may be called dead', async () => {
    const on = bookStage()
    await on.warmUp()
    on.time.isAdmitting = false
    await on.whole()
    expect(on.tags().slice(-2)).to.deep.equal(['place_hold', 'settle'])
    on.time.isAdmitting = true
    await on.whole()
    expect(on.tags().at(-1)).to.equal('capture')
  })

  it('end all at once at a stop, and none is made behind that', async () => {
    const on = bookStage()
    await on.warmUp()
    on.book.stopReserving()
    for (let nth = 0; nth < 40; nth += 1) await on.whole()
    await on.book.endAll()
    expect(on.tags().filter((tag) => tag === 'reserve')).to.have.length(1)
    expect(on.reservation()).to.include({ ended: true })
    expect(on.memory.wallets.get(WALLET)).to.include({ held: 0n, reserved: 0n })
  })

  it('stay open at a stop for a call that never ended: the sweep ends them behind the instance, and the audit lists that', async () => {
    const on = bookStage()
    await on.warmUp()
    const lost = await on.call()
    lost?.end(new Promise(() => undefined))
    await on.book.endAll()
    expect(on.reservation()).to.include({ ended: false })
    expect(openSum(on.reservation()!)).to.equal(10n)
  })

  it('are neither made nor extended during a pause, and are made again behind it', async () => {
    const on = bookStage()
    on.book.pauseReserving()
    for (let nth = 0; nth < 20; nth += 1) await on.whole()
    expect(on.tags()).not.to.include('reserve')
    on.book.resumeReserving()
    await on.whole()
    expect(on.tags()).to.include('reserve')
  })

  it('end behind their calls where another server answers, and new ones are made after that', async () => {
    const on = bookStage()
    await on.warmUp()
    const underWay = await on.call()
    const first = on.reservation()?.id
    on.book.endKnown()
    await on.book.tend()
    expect(on.reservation()).to.include({ ended: false })
    await on.whole()
    expect(on.tags().at(-1), 'a call that came later').to.equal('settle')
    underWay?.end(endAt(4n))
    await on.settle()
    await on.book.tend()
    expect(on.tags().slice(-2)).to.deep.equal(['capture', 'give_back'])
    expect(on.memory.reservations.get(first ?? '')).to.include({ ended: true })
    for (let nth = 0; nth < 3; nth += 1) await on.whole()
    expect(on.tags().at(-1)).to.equal('capture')
    expect(on.troubles).to.deep.equal([])
  })

  it('keep the worst case of a call where another server answers, although the key is idle or the wallet is pressed', async () => {
    for (const back of ['idle', 'asked back', 'marked'] as const) {
      const on = bookStage()
      await on.warmUp()
      const underWay = await on.call()
      on.book.endKnown()
      if (back === 'idle') on.time.nowMs += 10_000
      if (back === 'asked back') await on.book.giveBackFree(WALLET)
      if (back === 'marked') on.book.onPressed(WALLET)
      await on.book.tend()
      await on.settle()
      expect(on.memory.wallets.get(WALLET), back).to.include({ held: 10n, reserved: 10n })
      const { balance } = on.memory.wallets.get(WALLET)!
      expect(await on.call(balance - 10n, OTHER_KEY), `${back}: what is available goes elsewhere`).not.to.equal(null)
      underWay?.end(endAt(10n))
      await on.settle()
      expect(on.reservation(), back).to.include({ ended: true, captured: 10n })
      expect(
        [...on.memory.transfers.values()].map(({ kind }) => kind),
        back,
      ).not.to.include('writeoff')
      expect(on.troubles, back).to.deep.equal([])
    }
  })

  it('end behind their calls where the ledger has less of them than this process believes', async () => {
    const on = bookStage()
    await on.warmUp()
    const underWay = await on.call()
    const known = on.reservation()!
    on.memory.reservations.set(known.id, { ...known, granted: known.granted - 150n })
    const wallet = on.memory.wallets.get(WALLET)!
    on.memory.wallets.set(WALLET, { ...wallet, held: wallet.held - 150n, reserved: wallet.reserved - 150n })
    await on.book.giveBackFree(WALLET)
    on.time.nowMs += 10_000
    await on.book.tend()
    expect(on.troubles).to.deep.equal(['mismatch'])
    expect(on.reservation()).to.include({ ended: false })
    underWay?.end(endAt(10n))
    await on.settle()
    expect(on.reservation()).to.include({ ended: true, captured: 10n })
    expect(on.book.open()).to.equal(0)
  })

  describe('of a wallet with a write-off', () => {
    const wholeOf = async (on: BookStage, key: string, price = 4n): Promise<boolean> => {
      const call = await on.call(10n, key)
      call?.end(endAt(price))
      await on.settle()
      return call !== null
    }

    /** Both keys have a reservation. */
    const warmKeys = async (): Promise<BookStage> => {
      const on = bookStage()
      for (let nth = 0; nth < 4; nth += 1) for (const key of [KEY, OTHER_KEY]) await wholeOf(on, key)
      expect(on.book.open()).to.equal(2)
      return on
    }

    it('admit no call of any key and go back at once, until a grant shows that money came in', async () => {
      const on = await warmKeys()
      await wholeOf(on, KEY, 200_000n)
      expect(on.memory.wallets.get(WALLET)).to.include({ suspended: true, held: 0n, reserved: 0n })
      const before = on.commands.length
      for (const key of [KEY, OTHER_KEY]) expect(await wholeOf(on, key)).to.equal(false)
      expect(new Set(on.tags().slice(before))).to.deep.equal(new Set(['place_hold']))
      applyToMemory(on.memory, topUpCommand(WALLET, 100_000n), 0)
      on.time.nowMs += 5_000
      for (let nth = 0; nth < 2; nth += 1) expect(await wholeOf(on, OTHER_KEY)).to.equal(true)
      expect(on.tags().slice(-4)).to.deep.equal(['place_hold', 'settle', 'reserve', 'capture'])
    })

    it('keep the worst case of a call under way, and give back the rest as it ends', async () => {
      const on = await warmKeys()
      const underWay = await on.call(10n, OTHER_KEY)
      await wholeOf(on, KEY, 200_000n)
      expect(on.memory.wallets.get(WALLET)).to.include({ held: 10n, reserved: 10n })
      underWay?.end(endAt(4n))
      await on.settle()
      expect(on.memory.wallets.get(WALLET)).to.include({ held: 0n, reserved: 0n })
    })

    it('admit no call of any key once a grant was refused for what another process wrote off', async () => {
      const on = await warmKeys()
      on.memory.wallets.set(WALLET, { ...on.memory.wallets.get(WALLET)!, suspended: true })
      for (let nth = 0; nth < 30 && on.tags().at(-1) !== 'give_back'; nth += 1) await wholeOf(on, KEY)
      await on.settle()
      expect(on.memory.wallets.get(WALLET)).to.include({ held: 0n, reserved: 0n })
      for (const key of [KEY, OTHER_KEY]) expect(await wholeOf(on, key)).to.equal(false)
    })
  })

  it('are kept for as many keys as there is room for; all others take holds of their own', async () => {
    const on = bookStage({ mostKeys: 1 })
    await on.warmUp()
    const before = on.commands.length
    for (let nth = 0; nth < 5; nth += 1) {
      const other = await on.call(10n, OTHER_KEY)
      other?.end(endAt(1n))
      await on.settle()
    }
    expect(new Set(on.tags().slice(before))).to.deep.equal(new Set(['place_hold', 'settle']))
    await on.whole()
    expect(on.tags().at(-1)).to.equal('capture')
  })
})
