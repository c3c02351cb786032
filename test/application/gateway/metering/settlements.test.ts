import { expect } from 'chai'
import { eventually } from '../../../support/eventually.ts'
import { left, right } from 'fp-ts/lib/Either.js'
import { MOST_AGAIN_AT_ONCE, openSettlements } from '../../../../src/application/gateway/metering/settlements.ts'
import type { Ledger, LedgerFailure } from '../../../../src/application/ports/billing/ledger.ts'
import type { LedgerCommand, OutcomeOf, PlaceHold, Release } from '../../../../src/domain/ledger/command.ts'

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

const release: Release = { tag: 'release', holdId: ID, walletId: 'w', reason: 'refused', receipt: null }

const placement: PlaceHold = {
  tag: 'place_hold',
  holdId: ID,
  walletId: 'w',
  amount: 1n,
  reference: { kind: 'chat', id: ID },
  budgetId: null,
  instance: 'here',
  lifeSeconds: 45,
}

type Answer =
  | LedgerFailure['tag']
  | 'exception'
  | 'released'
  | 'already_settled'
  | 'unknown_hold'
  | 'held'
  | 'insufficient'

/** A ledger that gives the listed answers in turn, the last one for ever. */
const ledgerOf = (...answers: readonly Answer[]): Ledger & { readonly commands: LedgerCommand[] } => {
  const commands: LedgerCommand[] = []
  return {
    commands,
    submit: async <C extends LedgerCommand>(command: C) => {
      const answer = answers[Math.min(commands.push(command), answers.length) - 1]
      if (answer === 'exception') throw new Error('the database is gone')
      if (answer === 'overloaded' || answer === 'ledger_unavailable') return left({ tag: answer })
      return right({ tag: answer, fresh: true } as OutcomeOf<C>)
    },
  }
}

const open = (ledger: Ledger, pause = (): Promise<void> => Promise.resolve()) => {
  const reports: string[] = []
  const slept: number[] = []
  const settlements = openSettlements({
    ledger,
    timer: {
      sleep: (durationMs) => {
        slept.push(durationMs)
        return pause()
      },
    },
    reporter: {
      delayed: (_, why) => reports.push(`delayed ${why}`),
      abandoned: () => reports.push('abandoned'),
      refused: (_, outcome) => reports.push(`refused ${outcome}`),
      lost: (operationId) => reports.push(`lost ${operationId}`),
    },
  })
  return { settlements, reports, slept }
}

describe('ending holds behind the answers', () => {
  it('ends a hold although no report of it can be made', async () => {
    const ledger = ledgerOf('exception', 'ledger_unavailable', 'already_settled')
    const throws = (): never => {
      throw new Error('the disk of the log is full')
    }
    const settlements = openSettlements({
      ledger,
      timer: { sleep: async () => undefined },
      reporter: { delayed: throws, abandoned: throws, refused: throws, lost: throws },
    })
    settlements.submit(ID, release)
    settlements.submit('another', Promise.reject(new Error('no verdict')))
    await settlements.drain()
    expect(ledger.commands).to.deep.equal([release, release, release])
    expect([settlements.pending(), settlements.ending(ID), settlements.ending('another')]).to.deep.equal([
      0,
      null,
      null,
    ])
  })

  it('does not wait for the next attempt where it is to submit now', async () => {
    const ledger = ledgerOf('ledger_unavailable', 'released')
    const settlements = openSettlements({
      ledger,
      timer: { sleep: () => new Promise(() => undefined) },
      reporter: {
        delayed: () => undefined,
        abandoned: () => undefined,
        refused: () => undefined,
        lost: () => undefined,
      },
    })
    settlements.submit(ID, release)
    await eventually(() => ledger.commands.length === 1)
    await settlements.submitNow()
    expect(ledger.commands).to.deep.equal([release, release])
    expect(settlements.pending()).to.equal(0)
  })

  it('submits the ends of an outage some at a time, in their order: new holds find room in the ledger', async () => {
    const ends = 5_000
    let [isAway, under, most] = [true, 0, 0]
    const taken: string[] = []
    const ledger: Ledger = {
      submit: async <C extends LedgerCommand>(command: C) => {
        if (isAway) return left({ tag: 'ledger_unavailable' })
        under += 1
        most = Math.max(most, under)
        await new Promise((resolve) => setImmediate(resolve))
        under -= 1
        if (command.tag === 'release') taken.push(command.holdId)
        return right({ tag: 'released', fresh: true } as OutcomeOf<C>)
      },
    }
    const { settlements, reports } = open(ledger, () => new Promise(() => undefined))
    const ids = Array.from({ length: ends }, (_, nth) => `hold-${nth}`)
    for (const holdId of ids) settlements.submit(holdId, { ...release, holdId })
    await eventually(() => reports.length === ends)
    isAway = false
    await settlements.submitNow()
    expect(taken).to.deep.equal(ids)
    expect(most).to.equal(MOST_AGAIN_AT_ONCE)
  })

  it('submits to the ledger once and reports nothing when it succeeds', async () => {
    const ledger = ledgerOf('released')
    const { settlements, reports } = open(ledger)
    settlements.submit(ID, release)
    expect(settlements.pending()).to.equal(1)
    await settlements.drain()
    expect(settlements.pending()).to.equal(0)
    expect(ledger.commands).to.deep.equal([release])
    expect(reports).to.deep.equal([])
  })

  it('submits again, after longer and longer pauses, until the ledger accepts it', async () => {
    const ledger = ledgerOf('overloaded', 'ledger_unavailable', 'exception', 'released')
    const { settlements, reports, slept } = open(ledger)
    settlements.submit(ID, Promise.resolve(release))
    await settlements.drain()
    expect(ledger.commands).to.have.lengthOf(4)
    expect(slept).to.deep.equal([100, 200, 400])
    expect(reports).to.deep.equal(['delayed overloaded', 'delayed ledger_unavailable', 'delayed exception'])
  })

  it('gives up after ten minutes, and says so', async () => {
    const { settlements, reports, slept } = open(ledgerOf('exception'))
    settlements.submit(ID, release)
    await settlements.drain()
    expect(reports.at(-1)).to.equal('abandoned')
    expect(slept.reduce((sum, ms) => sum + ms, 0)).to.be.within(600_000, 606_000)
    expect(Math.max(...slept)).to.equal(5_000)
  })

  it('outlives an outage of any length, with pauses of a minute at most', async () => {
    const attempts = 1_500
    const ledger = ledgerOf(...Array.from({ length: attempts }, () => 'ledger_unavailable' as const), 'released')
    const { settlements, reports, slept } = open(ledger)
    settlements.submit(ID, release)
    await settlements.drain()
    expect(ledger.commands).to.have.lengthOf(attempts + 1)
    expect(slept.reduce((sum, ms) => sum + ms, 0)).to.be.above(24 * 60 * 60_000)
    expect(Math.max(...slept)).to.equal(60_000)
    expect(reports).to.have.lengthOf(attempts).and.not.include('abandoned')
  })

  it('reports an end that cannot be right, and a command that never came', async () => {
    const { settlements, reports } = open(ledgerOf('already_settled'))
    settlements.submit(ID, release)
    settlements.submit(ID, Promise.reject(new Error('no verdict')))
    await settlements.drain()
    expect(reports).to.have.members(['refused already_settled', `lost ${ID}`])
  })

  it('places a hold again before it gives it back, so that the lost placement can land no more', async () => {
    const ledger = ledgerOf('ledger_unavailable', 'held', 'ledger_unavailable', 'held', 'released')
    const { settlements, reports } = open(ledger)
    settlements.releaseLostPlacement(placement, release)
    await settlements.drain()
    expect(ledger.commands).to.deep.equal([placement, placement, release, placement, release])
    expect(reports).to.deep.equal(['delayed ledger_unavailable', 'delayed ledger_unavailable'])
  })

  it('waits for a lost placement that cannot be placed again, and gives it back when it lands', async () => {
    const ledger = ledgerOf('insufficient', 'unknown_hold', 'held', 'released')
    const { settlements, reports, slept } = open(ledger)
    settlements.releaseLostPlacement(placement, release)
    await settlements.drain()
    expect(ledger.commands).to.deep.equal([placement, release, placement, release])
    expect([reports, slept]).to.deep.equal([[], [100]])
  })

  it('is content to find no hold where none can land any more, and only there', async () => {
    const { settlements, reports, slept } = open(ledgerOf('insufficient', 'unknown_hold'))
    settlements.releaseLostPlacement(placement, release)
    await settlements.drain()
    expect(reports).to.deep.equal([])
    expect(slept.reduce((sum, ms) => sum + ms, 0)).to.be.within(60_000, 66_000)
    settlements.submit(ID, release)
    await settlements.drain()
    expect(reports).to.deep.equal(['refused unknown_hold'])
  })

  it('is content to find a charge where its transaction was never answered, and only there', async () => {
    const { settlements, reports } = open(ledgerOf('ledger_unavailable', 'already_settled'))
    settlements.releaseUnlessSettled(release)
    await settlements.drain()
    expect(reports).to.deep.equal(['delayed ledger_unavailable'])
    settlements.submit(ID, release)
    await settlements.drain()
    expect(reports.at(-1)).to.equal('refused already_settled')
  })

  it('drains what is submitted while it drains', async () => {
    const ledger = ledgerOf('released')
    const { settlements } = open(ledger)
    settlements.submit(
      ID,
      Promise.resolve().then(() => {
        settlements.submit(ID, release)
        return release
      }),
    )
    await settlements.drain()
    expect(ledger.commands).to.have.lengthOf(2)
  })

  it('tells who asks when the end of an answer that went out is durable, and knows nothing of others', async () => {
    const { settlements } = open(ledgerOf('overloaded', 'released'))
    expect(settlements.ending(ID)).to.equal(null)
    settlements.announce(ID)
    const ending = settlements.ending(ID)
    settlements.submit(ID, release)
    await ending
    expect(settlements.ending(ID)).to.equal(null)
    await settlements.drain()
  })
})
