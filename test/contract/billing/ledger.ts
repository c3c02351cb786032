import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Ledger, LedgerFailure } from '../../../src/application/ports/billing/ledger.ts'
import type { LedgerCommand, OutcomeOf } from '../../../src/domain/ledger/command.ts'
import {
  holdCommand,
  giveBackCommand,
  refundCommand,
  releaseCommand,
  settleCommand,
  takeCommand,
  topUpCommand,
  receiptOf,
} from '../../support/ledger/ledger-commands.ts'
import type { LedgerWorld } from '../../support/ledger/ledger-worlds.ts'

/** What a command came to, as a word; refusals of the ledger itself are failures of the test. */
export const outcomeOf = async <C extends LedgerCommand>(ledger: Ledger, command: C): Promise<OutcomeOf<C>> => {
  const answer: Either<LedgerFailure, OutcomeOf<C>> = await ledger.submit(command)
  if (isRight(answer)) return answer.right
  throw new Error(`the ledger answered ${answer.left.tag}`)
}

export const tagsOf = async (ledger: Ledger, commands: readonly LedgerCommand[]): Promise<readonly string[]> => {
  const outcomes = await Promise.all(commands.map((command) => outcomeOf<LedgerCommand>(ledger, command)))
  return outcomes.map(({ tag }) => tag)
}

export const times = <A>(count: number, make: (index: number) => A): readonly A[] =>
  Array.from({ length: count }, (_, i) => make(i))

export const counted = (words: readonly string[], word: string): number => words.filter((each) => each === word).length

/** What every ledger promises. The audit must be clean after each test. */
export const ledgerContract = (world: () => LedgerWorld): void => {
  afterEach(async () => {
    expect(await world().violations()).to.deep.equal([])
  })

  it('carries a call through: top-up, hold, settle', async () => {
    const { ledger, makeWallet, sumsOf, movesOf } = world()
    const walletId = await makeWallet(100n)
    const hold = holdCommand(walletId, 60n)
    const held = await outcomeOf(ledger, hold)
    expect(held).to.deep.include({ tag: 'held', fresh: true })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 100n, held: 60n })
    const settled = await outcomeOf(ledger, settleCommand(hold, 25n))
    expect(settled).to.deep.equal({
      tag: 'settled',
      currency: 'RUB',
      charged: 25n,
      writtenOff: 0n,
      balanceAfter: 75n,
      heldAfter: 0n,
      late: false,
      fresh: true,
    })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 75n, held: 0n })
    expect(await movesOf(walletId)).to.deep.equal(['topup 100', 'charge 25'])
  })

  it('admits exactly as many of 200 parallel holds as the wallet covers', async () => {
    const { ledger, makeWallet, sumsOf } = world()
    const walletId = await makeWallet(73n * 10n + 9n)
    const tags = await tagsOf(
      ledger,
      times(200, () => holdCommand(walletId, 10n)),
    )
    expect(counted(tags, 'held')).to.equal(73)
    expect(counted(tags, 'insufficient')).to.equal(127)
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 739n, held: 730n })
  })

  it('gives a hold that asks for less what is there: all, else half, else what is enough, else nothing', async () => {
    const { ledger, makeWallet, sumsOf } = world()
    const less = { least: 20n, enough: 50n }
    const takenOf = async (balance: bigint) => {
      const walletId = await makeWallet(balance)
      const outcome = await outcomeOf(ledger, holdCommand(walletId, 400n, { less }))
      const { held } = await sumsOf(walletId)
      return outcome.tag === 'held' && outcome.hold.amount === held ? held : outcome.tag
    }
    expect(await takenOf(1_000n)).to.equal(400n)
    expect(await takenOf(400n)).to.equal(400n)
    expect(await takenOf(399n)).to.equal(199n)
    expect(await takenOf(80n)).to.equal(50n)
    expect(await takenOf(49n)).to.equal(49n)
    expect(await takenOf(20n)).to.equal(20n)
    expect(await takenOf(19n)).to.equal('insufficient')
  })

  it('gives it no more than the limit of its key leaves, and says which of the two is short', async () => {
    const { ledger, makeWallet, makeBudget, spentOf, sumsOf } = world()
    const less = { least: 20n, enough: 50n }
    const [walletId, budgetId] = [await makeWallet(1_000n), await makeBudget(60n)]
    const hold = holdCommand(walletId, 400n, { less, budgetId })
    expect(await outcomeOf(ledger, hold)).to.have.nested.property('hold.amount', 50n)
    expect(await outcomeOf(ledger, holdCommand(walletId, 400n, { less, budgetId }))).to.deep.include({
      tag: 'spend_limit_exceeded',
      held: 50n,
    })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 1_000n, held: 50n })
    expect(await spentOf(budgetId)).to.deep.equal({ spent: 0n, held: 50n })
    const poor = await makeWallet(10n)
    const ofRichKey = holdCommand(poor, 400n, { less, budgetId: await makeBudget(90n) })
    expect(await outcomeOf(ledger, ofRichKey)).to.deep.equal({
      tag: 'insufficient',
      balance: 10n,
      held: 0n,
      ofKey: { held: 0n, left: 90n },
    })
  })

  it('never gives parallel holds that ask for less more than there is, and the same again to the same', async () => {
    const { ledger, makeWallet, sumsOf } = world()
    const walletId = await makeWallet(10_000n)
    const holds = times(100, () => holdCommand(walletId, 9_000n, { less: { least: 100n, enough: 400n } }))
    const taken = async () => {
      const outcomes = await Promise.all(holds.map((hold) => outcomeOf(ledger, hold)))
      return outcomes.map((outcome) => (outcome.tag === 'held' ? outcome.hold.amount : 0n))
    }
    const first = await taken()
    const sum = first.reduce((total, each) => total + each, 0n)
    expect(first.every((each) => each === 0n || (each >= 100n && each <= 9_000n))).to.equal(true)
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 10_000n, held: sum })
    // Halves of what is left: what remains would be too little for one more.
    expect(sum >= 9_900n).to.equal(true)
    const placed = holds.filter((_, index) => first[index] !== 0n)
    await ledger.submit(topUpCommand(walletId, 50_000n))
    const again = await Promise.all(placed.map((hold) => outcomeOf(ledger, hold)))
    expect(again.map((each) => (each.tag === 'held' ? each.hold.amount : 0n))).to.deep.equal(first.filter(Boolean))
    expect(again.every((each) => each.tag === 'held' && !each.fresh)).to.equal(true)
    const [, hold] = placed
    expect(await tagsOf(ledger, [{ ...hold!, less: { least: 8_999n, enough: 8_999n } }])).to.deep.equal(['mismatch'])
  })

  it('carries the same id out once, however many concurrent commands have it', async () => {
    const { ledger, makeWallet, sumsOf, movesOf } = world()
    const walletId = await makeWallet(100n)
    const hold = holdCommand(walletId, 60n)
    const holds = await Promise.all(times(100, () => outcomeOf(ledger, hold)))
    expect(holds.filter((each) => each.tag === 'held' && each.fresh)).to.have.length(1)
    const settles = await Promise.all(times(100, () => outcomeOf(ledger, settleCommand(hold, 50n))))
    expect(settles.filter((each) => each.tag === 'settled' && each.fresh)).to.have.length(1)
    expect(settles.every((each) => each.tag === 'settled' && each.charged === 50n)).to.equal(true)
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 50n, held: 0n })
    expect(await movesOf(walletId)).to.deep.equal(['topup 100', 'charge 50'])
  })

  it('ends a hold once when settle and release race, 50 times', async () => {
    const { ledger, makeWallet, sumsOf } = world()
    const walletId = await makeWallet(1_000n)
    const holds = times(50, () => holdCommand(walletId, 10n))
    await tagsOf(ledger, holds)
    const races = await Promise.all(
      holds.map((hold) => tagsOf(ledger, [releaseCommand(hold), settleCommand(hold, 10n), releaseCommand(hold)])),
    )
    // Whichever came first, the work was delivered and is charged once.
    expect(races.every((tags) => tags[1] === 'settled')).to.equal(true)
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 500n, held: 0n })
  })

  it('says of a hold that has ended that it keeps no money, when the same command comes again', async () => {
    const { ledger, makeWallet, sumsOf } = world()
    const walletId = await makeWallet(100n)
    const [released, settled] = [holdCommand(walletId, 30n), holdCommand(walletId, 40n)]
    await tagsOf(ledger, [released, settled])
    expect(await tagsOf(ledger, [released, settled])).to.deep.equal(['held', 'held'])
    await tagsOf(ledger, [releaseCommand(released, { reason: 'expired' }), settleCommand(settled, 15n)])
    expect(await outcomeOf(ledger, released)).to.have.nested.include({ tag: 'hold_ended', 'hold.state': 'released' })
    expect(await outcomeOf(ledger, settled)).to.have.nested.include({ tag: 'hold_ended', 'hold.state': 'settled' })
    expect(await tagsOf(ledger, [{ ...released, amount: 31n }]), 'other content').to.deep.equal(['mismatch'])
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 85n, held: 0n })
  })

  it('answers a repeated settle on an emptied wallet as it did', async () => {
    const { ledger, makeWallet } = world()
    const walletId = await makeWallet(60n)
    const hold = holdCommand(walletId, 60n)
    await tagsOf(ledger, [hold])
    const first = await outcomeOf(ledger, settleCommand(hold, 90n))
    expect(first).to.deep.include({ charged: 60n, writtenOff: 30n, balanceAfter: 0n, fresh: true })
    expect((await outcomeOf(ledger, hold)).tag).to.equal('hold_ended')
    expect(await outcomeOf(ledger, settleCommand(hold, 90n))).to.deep.equal({ ...first, fresh: false })
  })

  it('refuses other content under the same id, and a reference twice', async () => {
    const { ledger, makeWallet, sumsOf } = world()
    const [walletId, other] = [await makeWallet(100n), await makeWallet(100n)]
    const hold = holdCommand(walletId, 60n)
    await tagsOf(ledger, [hold])
    expect(await tagsOf(ledger, [{ ...hold, amount: 61n }])).to.deep.equal(['mismatch'])
    expect(await tagsOf(ledger, [{ ...hold, walletId: other }])).to.deep.equal(['mismatch'])
    const sameReference = holdCommand(other, 1n, { reference: hold.reference })
    expect(await tagsOf(ledger, [sameReference])).to.deep.equal(['mismatch'])
    await tagsOf(ledger, [settleCommand(hold, 10n)])
    expect(await tagsOf(ledger, [settleCommand(hold, 11n)])).to.deep.equal(['mismatch'])
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 90n, held: 0n })
    expect(await sumsOf(other)).to.deep.equal({ balance: 100n, held: 0n })
  })

  it('charges a settle that came after the release once, and writes the rest off', async () => {
    const { ledger, makeWallet, sumsOf, movesOf } = world()
    const walletId = await makeWallet(100n)
    const hold = holdCommand(walletId, 60n)
    await tagsOf(ledger, [hold])
    await tagsOf(ledger, [releaseCommand(hold, { reason: 'expired' })])
    await tagsOf(ledger, [holdCommand(walletId, 80n)])
    const sums = { charged: 20n, writtenOff: 35n, balanceAfter: 80n, heldAfter: 80n }
    const late = { tag: 'settled', currency: 'RUB', ...sums, late: true }
    expect(await outcomeOf(ledger, settleCommand(hold, 55n))).to.deep.equal({ ...late, fresh: true })
    expect(await outcomeOf(ledger, settleCommand(hold, 55n))).to.deep.equal({ ...late, fresh: false })
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 80n, held: 80n })
    expect(await movesOf(walletId)).to.deep.equal(['topup 100', 'charge 20'])
  })

  it('takes no hold on a wallet after a write-off until money comes in', async () => {
    const { ledger, makeWallet, sumsOf } = world()
    const walletId = await makeWallet(100n)
    const [hold, running] = [holdCommand(walletId, 50n), holdCommand(walletId, 40n)]
    await tagsOf(ledger, [hold, running])
    expect(await outcomeOf(ledger, settleCommand(hold, 90n))).to.deep.include({ charged: 60n, writtenOff: 30n })
    expect(await tagsOf(ledger, [releaseCommand(running)])).to.deep.equal(['released'])
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 40n, held: 0n })
    const next = holdCommand(walletId, 1n)
    expect(await tagsOf(ledger, [next, next, hold])).to.deep.equal(['suspended', 'suspended', 'hold_ended'])
    expect(await tagsOf(ledger, [takeCommand(walletId, 1n), next])).to.deep.equal(['transferred', 'suspended'])
    expect(await tagsOf(ledger, [topUpCommand(walletId, 1n), next])).to.deep.equal(['transferred', 'held'])
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 40n, held: 1n })
  })

  it('does not stop a wallet because a finished video was longer than ordered', async () => {
    const { ledger, makeWallet } = world()
    const walletId = await makeWallet(50n)
    const hold = holdCommand(walletId, 50n)
    await tagsOf(ledger, [hold])
    const settle = settleCommand(hold, 90n, { reference: { kind: 'video', id: hold.holdId } })
    expect(await outcomeOf(ledger, settle)).to.deep.include({ charged: 50n, writtenOff: 40n })
    expect(await tagsOf(ledger, [holdCommand(walletId, 1n)])).to.deep.equal(['insufficient'])
  })

  it('keeps a key within its limit when its calls come at once', async () => {
    const { ledger, makeWallet, makeBudget, spentOf } = world()
    const [walletId, budgetId] = [await makeWallet(10_000n), await makeBudget(95n)]
    const holds = times(30, () => holdCommand(walletId, 10n, { budgetId }))
    const tags = await tagsOf(ledger, holds)
    expect(counted(tags, 'held')).to.equal(9)
    expect(counted(tags, 'spend_limit_exceeded')).to.equal(21)
    const placed = holds.filter((_, index) => tags[index] === 'held')
    await tagsOf(
      ledger,
      placed.map((hold, index) => (index < 5 ? settleCommand(hold, 4n) : releaseCommand(hold))),
    )
    expect(await spentOf(budgetId)).to.deep.equal({ spent: 20n, held: 0n })
  })

  it('gives back no more than was charged, in sum, when refunds come at once', async () => {
    const { ledger, makeWallet, sumsOf } = world()
    const walletId = await makeWallet(100n)
    const hold = holdCommand(walletId, 60n)
    await tagsOf(ledger, [hold])
    await tagsOf(ledger, [settleCommand(hold, 45n)])
    const tags = await tagsOf(
      ledger,
      times(50, () => refundCommand(walletId, hold.holdId, 10n)),
    )
    expect(counted(tags, 'transferred')).to.equal(4)
    expect(counted(tags, 'refund_exceeds_original')).to.equal(46)
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 95n, held: 0n })
  })

  it('takes back no more of a top-up than it was, in sum, when refunds come at once', async () => {
    const { ledger, makeWallet, sumsOf } = world()
    const walletId = await makeWallet(500n)
    const topUp = topUpCommand(walletId, 45n)
    await tagsOf(ledger, [topUp])
    const tags = await tagsOf(
      ledger,
      times(50, () => giveBackCommand(walletId, topUp.transferId, 10n)),
    )
    expect(counted(tags, 'transferred')).to.equal(4)
    expect(counted(tags, 'refund_exceeds_original')).to.equal(46)
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 505n, held: 0n })
  })

  it('credits a top-up once and takes no more than is available', async () => {
    const { ledger, makeWallet, sumsOf } = world()
    const walletId = await makeWallet(0n)
    const topUp = topUpCommand(walletId, 100n)
    await tagsOf(
      ledger,
      times(50, () => topUp),
    )
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 100n, held: 0n })
    const tags = await tagsOf(ledger, [takeCommand(walletId, 101n), takeCommand(walletId, 100n)])
    expect(tags).to.deep.equal(['insufficient', 'transferred'])
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 0n, held: 0n })
  })

  it('holds sums that no double could', async () => {
    const { ledger, makeWallet, sumsOf } = world()
    const walletId = await makeWallet(9_007_199_254_740_993n)
    const hold = holdCommand(walletId, 9_007_199_254_740_992n)
    await tagsOf(ledger, [hold])
    await tagsOf(ledger, [settleCommand(hold, 9_007_199_254_740_991n)])
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 2n, held: 0n })
  })

  it('keeps any text and any receipt as they are', async () => {
    const { ledger, makeWallet } = world()
    const walletId = await makeWallet(100n)
    const odd = `a "quoted" \\ back{slash},\nNULL ' ; -- ёж 🦔`
    const hold = holdCommand(walletId, 10n, { reference: { kind: 'chat', id: odd }, instance: odd })
    await tagsOf(ledger, [hold])
    const receipt = receiptOf({ model: odd, tariffVersion: odd, usage: { [odd]: [odd, null] } })
    const settle = settleCommand(hold, 1n, { description: odd, receipt })
    await tagsOf(ledger, [settle])
    const again = await outcomeOf(ledger, hold)
    expect(
      again.tag === 'hold_ended' ? [again.hold.reference, again.hold.instance, again.hold.receipt] : [],
    ).to.deep.equal([{ kind: 'chat', id: odd }, odd, receipt])
  })

  it('settles a call whose provider wrote what no column takes, and all calls beside it', async () => {
    const { ledger, makeWallet, sumsOf, violations } = world()
    const walletId = await makeWallet(100n)
    const holds = times(3, () => holdCommand(walletId, 10n))
    await tagsOf(ledger, holds)
    const attempt = { provider: 'first', upstreamModel: 'm', outcome: 'answered' } as const
    const receipts = ['chatcmpl-1', 'chatcmpl-\0', 'chatcmpl-\ud800'].map((upstreamRequestId) =>
      receiptOf({ attempts: [{ ...attempt, upstreamRequestId, upstreamCode: upstreamRequestId }] }),
    )
    const settles = holds.map((hold, index) => settleCommand(hold, 10n, { receipt: receipts[index] ?? null }))
    expect(await tagsOf(ledger, settles)).to.deep.equal(['settled', 'settled', 'settled'])
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 70n, held: 0n })
    expect(await violations()).to.deep.equal([])
  })

  it('refuses sums that no correct program asks for, and harms no command beside them', async () => {
    const { ledger, makeWallet, sumsOf } = world()
    const walletId = await makeWallet(100n)
    const bad = [holdCommand(walletId, 0n), holdCommand(walletId, -1n), topUpCommand(walletId, 2n ** 63n)]
    const answers = await Promise.allSettled([...bad, holdCommand(walletId, 1n)].map((each) => ledger.submit(each)))
    expect(answers.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected', 'rejected', 'fulfilled'])
    expect(await sumsOf(walletId)).to.deep.equal({ balance: 100n, held: 1n })
  })
}
