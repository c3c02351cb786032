import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sweepReservations } from '../../../src/application/billing/holds/sweep-reservations.ts'
import type { Reserve } from '../../../src/domain/ledger/reservation-command.ts'
import {
  captureCommand,
  holdCommand,
  releaseCommand,
  reserveCommand,
  returnCommand,
  settleCommand,
  takeCommand,
  topUpCommand,
} from '../../support/ledger/ledger-commands.ts'
import type { LedgerWorld } from '../../support/ledger/ledger-worlds.ts'
import { counted, outcomeOf, tagsOf, times } from './ledger.ts'

/** What every ledger promises of money that is reserved ahead. The audit must be clean after each test. */
export const reservationContract = (world: () => LedgerWorld): void => {
  afterEach(async () => {
    expect(await world().violations()).to.deep.equal([])
  })

  /** A reservation in a wallet that has this much afterwards. Before that it has enough for the grant. */
  const open = async (balance: bigint, granted: bigint, limit: bigint | null = null) => {
    const { ledger, makeWallet, makeBudget } = world()
    const besides = 4n * granted
    const of = { walletId: await makeWallet(balance + besides), budgetId: await makeBudget(limit) }
    const reserve = reserveCommand(of, granted)
    const outcome = await outcomeOf(ledger, reserve)
    await outcomeOf(ledger, takeCommand(of.walletId, besides))
    return { ...of, reserve, outcome }
  }
  const extend = (reserve: Reserve, granted: bigint): Reserve => ({ ...reserve, granted })

  it('sets money aside, charges calls from it, and gives the rest back', async () => {
    const { ledger, sumsOf, spentOf, movesOf } = world()
    const { walletId, budgetId, reserve, outcome } = await open(100n, 40n, 90n)
    expect(outcome).to.deep.include({ tag: 'reserved', fresh: true })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 100n, held: 40n })
    expect(await spentOf(budgetId)).to.deep.equal({ spent: 0n, held: 40n })
    expect(await outcomeOf(ledger, captureCommand(reserve, 7n))).to.deep.equal({
      tag: 'settled',
      currency: 'RUB',
      charged: 7n,
      writtenOff: 0n,
      balanceAfter: 93n,
      heldAfter: 33n,
      late: false,
      fresh: true,
    })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 93n, held: 33n })
    expect(await outcomeOf(ledger, returnCommand(reserve, 10n))).to.deep.include({ tag: 'given_back', fresh: true })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 93n, held: 23n })
    await outcomeOf(ledger, returnCommand(reserve, 'all'))
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 93n, held: 0n })
    expect(await spentOf(budgetId)).to.deep.equal({ spent: 7n, held: 0n })
    expect(await movesOf(walletId)).to.deep.equal(['topup 260', 'adjustment 160', 'charge 7'])
  })

  it('names sums to be reached: sent twice or too late, a command changes nothing', async () => {
    const { ledger, sumsOf } = world()
    const { walletId, reserve } = await open(1_000n, 40n)
    expect(await outcomeOf(ledger, reserve)).to.deep.include({ tag: 'reserved', fresh: false })
    expect(await outcomeOf(ledger, extend(reserve, 60n))).to.deep.include({ fresh: true })
    expect(await outcomeOf(ledger, extend(reserve, 50n))).to.deep.include({ fresh: false })
    expect((await sumsOf(walletId)).held).to.equal(60n)
    expect(await outcomeOf(ledger, returnCommand(reserve, 20n))).to.deep.include({ fresh: true })
    expect(await outcomeOf(ledger, returnCommand(reserve, 15n))).to.deep.include({ fresh: false })
    expect((await sumsOf(walletId)).held).to.equal(40n)
    expect((await outcomeOf(ledger, returnCommand(reserve, 61n))).tag, 'above what is open').to.equal('mismatch')
    expect((await sumsOf(walletId)).held).to.equal(40n)
    await outcomeOf(ledger, returnCommand(reserve, 'all'))
    expect(await outcomeOf(ledger, returnCommand(reserve, 'all'))).to.deep.include({ fresh: false })
    expect((await outcomeOf(ledger, extend(reserve, 90n))).tag).to.equal('reservation_ended')
    expect((await sumsOf(walletId)).held).to.equal(0n)
  })

  it('charges a call once, however many concurrent commands tell of it', async () => {
    const { ledger, sumsOf, movesOf } = world()
    const { walletId, reserve } = await open(1_000n, 500n)
    const calls = times(20, (index) => captureCommand(reserve, BigInt(index)))
    const outcomes = await Promise.all([...calls, ...calls, ...calls].map((call) => outcomeOf(ledger, call)))
    expect(outcomes.filter((each) => 'fresh' in each && each.fresh)).to.have.length(20)
    expect((await sumsOf(walletId)).balance).to.equal(1_000n - 190n)
    expect(await movesOf(walletId)).to.have.length(2 + 19)
  })

  it('takes no more than a call covers: the rest comes from the wallet, and what is missing is written off', async () => {
    const { ledger, sumsOf, movesOf } = world()
    const { walletId, reserve } = await open(100n, 90n)
    const expensive = await outcomeOf(ledger, captureCommand(reserve, 35n, { amount: 10n, cover: 15n }))
    expect(expensive).to.deep.include({ tag: 'settled', charged: 25n, writtenOff: 10n })
    // What is reserved for other calls is still there.
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 75n, held: 75n })
    expect(await movesOf(walletId)).to.deep.equal(['topup 460', 'adjustment 360', 'charge 25'])
    expect((await outcomeOf(ledger, extend(reserve, 95n))).tag).to.equal('suspended')
    expect(await outcomeOf(ledger, captureCommand(reserve, 10n))).to.deep.include({ charged: 10n, writtenOff: 0n })
  })

  it('charges a call whose reservation has ended from what is available', async () => {
    const { ledger, sumsOf } = world()
    const { walletId, reserve } = await open(100n, 40n)
    await outcomeOf(ledger, returnCommand(reserve, 'all'))
    expect(await outcomeOf(ledger, captureCommand(reserve, 9n))).to.deep.include({ charged: 9n, writtenOff: 0n })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 91n, held: 0n })
  })

  it('writes a free call, and charges nothing for it', async () => {
    const { ledger, sumsOf } = world()
    const { walletId, reserve } = await open(100n, 40n)
    const free = captureCommand(reserve, 0n)
    expect(await outcomeOf(ledger, free)).to.deep.equal({ tag: 'released', fresh: true })
    expect(await outcomeOf(ledger, free)).to.deep.equal({ tag: 'released', fresh: false })
    expect(await outcomeOf(ledger, { ...free, price: 5n })).to.deep.equal({ tag: 'mismatch' })
    expect((await outcomeOf(ledger, releaseCommand({ holdId: free.holdId, walletId }))).tag).to.equal('released')
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 100n, held: 40n })
  })

  it('refuses other content under the same id, and what belongs to another wallet, key or instance', async () => {
    const { ledger } = world()
    const { reserve } = await open(100n, 40n)
    const other = await open(100n, 40n)
    const call = captureCommand(reserve, 5n)
    await outcomeOf(ledger, call)
    const hold = holdCommand(reserve.walletId, 5n)
    await outcomeOf(ledger, hold)
    expect(
      await tagsOf(ledger, [
        { ...call, price: 6n },
        { ...call, amount: 11n, cover: 11n },
        { ...call, reservationId: other.reserve.reservationId },
        captureCommand({ ...reserve, walletId: other.walletId }, 5n),
        captureCommand({ ...reserve, budgetId: other.budgetId }, 5n),
        captureCommand({ ...reserve, instance: 'another' }, 5n),
        captureCommand(reserve, 5n, { reference: call.reference }),
        captureCommand(reserve, 5n, { holdId: hold.holdId, reference: hold.reference }),
        { ...reserve, walletId: other.walletId },
        returnCommand({ ...reserve, budgetId: other.budgetId }, 'all'),
      ]),
    ).to.deep.equal(times(10, () => 'mismatch'))
    expect(
      await tagsOf(ledger, [
        captureCommand(reserveCommand(reserve, 1n), 5n),
        returnCommand(reserveCommand(reserve, 1n), 1n),
      ]),
    ).to.deep.equal(times(2, () => 'unknown_reservation'))
  })

  it('is refused what the wallet or the limit of the key cannot cover, and nothing happens', async () => {
    const { ledger, sumsOf, makeWallet, makeBudget } = world()
    const poor = { walletId: await makeWallet(100n), budgetId: await makeBudget(null) }
    const outcomeOfPoor = await outcomeOf(ledger, reserveCommand(poor, 101n))
    expect(outcomeOfPoor).to.deep.equal({ tag: 'insufficient', balance: 100n, held: 0n })
    const { walletId, reserve, outcome } = await open(100n, 50n, 60n)
    expect(outcome.tag).to.equal('reserved')
    expect(await outcomeOf(ledger, extend(reserve, 61n))).to.deep.include({ tag: 'spend_limit_exceeded', held: 50n })
    expect((await sumsOf(walletId)).held).to.equal(50n)
  })

  it('keeps a key within its limit when reservations, holds and calls come at once', async () => {
    const { ledger, spentOf } = world()
    const { walletId, budgetId, reserve } = await open(1_000n, 50n, 100n)
    const holds = times(20, () => holdCommand(walletId, 10n, { budgetId }))
    const tags = await tagsOf(ledger, [...holds, ...times(5, () => captureCommand(reserve, 10n))])
    expect(counted(tags, 'held')).to.equal(5)
    expect(await spentOf(budgetId)).to.deep.equal({ spent: 50n, held: 50n })
  })

  it('opens one reservation for an instance and a key, however many are asked for at once', async () => {
    const { ledger, makeWallet, makeBudget, sumsOf } = world()
    const of = { walletId: await makeWallet(100n), budgetId: await makeBudget(null) }
    const tags = await tagsOf(
      ledger,
      times(10, () => reserveCommand(of, 10n)),
    )
    expect([counted(tags, 'reserved'), counted(tags, 'mismatch')]).to.deep.equal([1, 9])
    expect((await sumsOf(of.walletId)).held).to.equal(10n)
  })

  it('reserves nothing for an instance that does not live', async () => {
    const { ledger } = world()
    const { reserve } = await open(100n, 10n)
    const dead = reserveCommand(reserve, 10n, { instance: randomUUID() })
    expect((await outcomeOf(ledger, dead)).tag).to.equal('instance_ended')
  })

  it('gives all instances together a quarter of what the wallet has at the grant', async () => {
    const { ledger, makeWallet, makeBudget, beginInstance, sumsOf } = world()
    const walletId = await makeWallet(1_000n)
    const of = async (instance: string) => ({ walletId, budgetId: await makeBudget(null), instance })
    const [here, elsewhere] = [await of(await beginInstance()), await of(await beginInstance())]
    const ours = reserveCommand(here, 200n, here)
    const theirs = reserveCommand(elsewhere, 50n, elsewhere)
    expect(await tagsOf(ledger, [ours, theirs])).to.deep.equal(['reserved', 'reserved'])
    const refused = { tag: 'reserved_elsewhere', balance: 1_000n, held: 250n }
    expect(await outcomeOf(ledger, extend(theirs, 51n))).to.deep.equal(refused)
    expect((await sumsOf(walletId)).held).to.equal(250n)
    await outcomeOf(ledger, returnCommand(ours, 1n))
    expect((await outcomeOf(ledger, extend(theirs, 51n))).tag).to.equal('reserved')
    // What a call takes is no longer reserved, and no longer a part of the balance.
    await outcomeOf(ledger, captureCommand(ours, 8n))
    expect((await outcomeOf(ledger, extend(theirs, 58n))).tag).to.equal('reserved_elsewhere')
    expect((await outcomeOf(ledger, extend(theirs, 57n))).tag).to.equal('reserved')
    expect((await outcomeOf(ledger, holdCommand(walletId, 744n))).tag, 'the rest is for holds').to.equal('held')
  })

  it('does so where all instances ask at once', async () => {
    const { ledger, makeWallet, makeBudget, beginInstance, sumsOf } = world()
    const walletId = await makeWallet(1_000n)
    const asked = await Promise.all(
      times(10, async () => {
        const instance = await beginInstance()
        return reserveCommand({ walletId, budgetId: await makeBudget(null) }, 100n, { instance })
      }),
    )
    const tags = await tagsOf(ledger, asked)
    expect([counted(tags, 'reserved'), counted(tags, 'reserved_elsewhere')]).to.deep.equal([2, 8])
    expect((await sumsOf(walletId)).held).to.equal(200n)
  })

  it('reserves nothing for half a minute for a wallet that was short of it, on any instance, and ends as always', async () => {
    const { ledger, pressedWallets, beginInstance, makeBudget, sumsOf, agePress } = world()
    const { walletId, reserve } = await open(1_000n, 100n)
    const { walletId: other } = await open(1_000n, 100n)
    const elsewhere = await beginInstance()
    const more = reserveCommand({ walletId, budgetId: await makeBudget(null) }, 50n, { instance: elsewhere })
    expect(await pressedWallets.press(walletId)).to.equal(true)
    expect(await tagsOf(ledger, [extend(reserve, 120n), more])).to.deep.equal(['pressed', 'pressed'])
    expect(await outcomeOf(ledger, reserve), 'what was granted before').to.deep.include({ fresh: false })
    expect(await outcomeOf(ledger, captureCommand(reserve, 7n))).to.deep.include({ tag: 'settled', charged: 7n })
    expect(await outcomeOf(ledger, returnCommand(reserve, 80n))).to.deep.include({ tag: 'given_back', fresh: true })
    const hold = holdCommand(walletId, 900n)
    expect((await outcomeOf(ledger, hold)).tag).to.equal('held')
    await outcomeOf(ledger, releaseCommand(hold))
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 993n, held: 13n })
    expect((await outcomeOf(ledger, reserveCommand({ walletId: other, budgetId: more.budgetId }, 10n))).tag).to.equal(
      'reserved',
    )
    await agePress(walletId, 29_000)
    expect((await outcomeOf(ledger, more)).tag).to.equal('pressed')
    await agePress(walletId, 1_000)
    expect((await outcomeOf(ledger, more)).tag).to.equal('reserved')
  })

  it('tells each instance which of its wallets are pressed, as long as it has money reserved there', async () => {
    const { ledger, pressedWallets, beginInstance, makeBudget, agePress } = world()
    const { walletId, reserve } = await open(1_000n, 100n)
    const elsewhere = await beginInstance()
    const theirs = reserveCommand({ walletId, budgetId: await makeBudget(null) }, 50n, { instance: elsewhere })
    await outcomeOf(ledger, theirs)
    expect(await pressedWallets.pressedOf(elsewhere)).to.deep.equal([])
    await pressedWallets.press(walletId)
    expect(await pressedWallets.pressedOf(elsewhere)).to.deep.equal([walletId])
    await outcomeOf(ledger, returnCommand(theirs, 'all'))
    expect(await pressedWallets.pressedOf(elsewhere)).to.deep.equal([])
    expect(await pressedWallets.pressedOf(reserve.instance)).to.include(walletId)
    await agePress(walletId, 30_000)
    expect(await pressedWallets.pressedOf(reserve.instance)).not.to.include(walletId)
  })

  it('tells each instance which of its wallets take no paid call since a write-off, until money comes in', async () => {
    const { ledger, pressedWallets } = world()
    const { walletId, budgetId, reserve } = await open(1_000n, 100n)
    const other = holdCommand(walletId, 10n, { budgetId })
    await outcomeOf(ledger, other)
    expect(await pressedWallets.pressedOf(reserve.instance)).not.to.include(walletId)
    expect(await outcomeOf(ledger, settleCommand(other, 2_000n))).to.deep.include({ writtenOff: 1_100n })
    expect(await pressedWallets.pressedOf(reserve.instance)).to.include(walletId)
    await outcomeOf(ledger, topUpCommand(walletId, 1n))
    expect(await pressedWallets.pressedOf(reserve.instance)).not.to.include(walletId)
  })

  it('presses no wallet in which nothing is reserved, and marks one anew only when each instance has looked', async () => {
    const { ledger, pressedWallets, agePress } = world()
    const { walletId, reserve } = await open(1_000n, 100n)
    await outcomeOf(ledger, returnCommand(reserve, 'all'))
    expect(await pressedWallets.press(walletId)).to.equal(false)
    const again = reserveCommand(reserve, 100n)
    expect((await outcomeOf(ledger, again)).tag).to.equal('reserved')
    expect(await pressedWallets.press(walletId)).to.equal(true)
    await agePress(walletId, 4_000)
    expect(await pressedWallets.press(walletId)).to.equal(true)
    await agePress(walletId, 26_000)
    expect((await outcomeOf(ledger, extend(again, 120n))).tag, '30 s after the first mark').to.equal('reserved')
    expect(await pressedWallets.press(walletId)).to.equal(true)
    expect((await outcomeOf(ledger, extend(again, 130n))).tag).to.equal('pressed')
  })

  it('gives back what an instance left that has ended, once among three sweepers, and charges late calls', async () => {
    const { ledger, makeWallet, makeBudget, sumsOf, beginInstance, endInstance, reservations } = world()
    const instance = await beginInstance()
    const walletId = await makeWallet(10_000n)
    const lost = await Promise.all(
      times(120, async () => reserveCommand({ walletId, budgetId: await makeBudget(null) }, 10n, { instance })),
    )
    expect(counted(await tagsOf(ledger, lost), 'reserved')).to.equal(120)
    const { walletId: kept } = await open(100n, 10n)
    await endInstance(instance)
    const sweeps = await Promise.all(times(3, () => sweepReservations({ reservations, ledger })()))
    expect(sweeps.reduce((sum, each) => sum + each, 0)).to.equal(120)
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 10_000n, held: 0n })
    expect((await sumsOf(kept)).held).to.equal(10n)
    expect((await outcomeOf(ledger, extend(lost[0]!, 20n))).tag).to.equal('reservation_ended')
    expect(await outcomeOf(ledger, captureCommand(lost[0]!, 4n))).to.deep.include({ charged: 4n })
    expect((await sumsOf(walletId)).balance).to.equal(9_996n)
  })

  it('lets a hold overtake what is given back, and still finds that money', async () => {
    const { ledger } = world()
    const { walletId, reserve } = await open(100n, 90n)
    const given = outcomeOf(ledger, returnCommand(reserve, 'all'))
    const hold = holdCommand(walletId, 50n)
    expect((await outcomeOf(ledger, hold)).tag).to.equal('held')
    await given
    expect((await outcomeOf(ledger, settleCommand(hold, 50n))).tag).to.equal('settled')
  })
}
