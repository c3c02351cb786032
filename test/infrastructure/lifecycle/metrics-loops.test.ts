import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { auditLedger } from '../../../src/application/billing/wallets/audit-ledger.ts'
import { kyselyLedgerAudit } from '../../../src/adapters/persistence/ledger/ledger-audit.ts'
import { measuredLoop } from '../../../src/infrastructure/lifecycle/measured-loop.ts'
import { auditLoop, paidTopUpsLoop, standingFiguresLoop } from '../../../src/infrastructure/lifecycle/metrics-loops.ts'
import type { Loop } from '../../../src/infrastructure/lifecycle/repeat.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { paidTopUps } from '../../../src/infrastructure/observability/metrics/measured-payments.ts'
import { openMetrics } from '../../../src/infrastructure/observability/metrics/open-metrics.ts'
import { makeWalletIn } from '../../support/ledger/ledger-worlds.ts'
import { figuresOf } from '../../support/samples.ts'
import { freshDatabase } from '../../support/servers/databases.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'

const { signal } = new AbortController()

const run = (loop: Loop): Promise<unknown> => loop.run(signal)

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'went on',
    () => 'failed',
  )

const opened = () => {
  const metrics = openMetrics()
  return { figures: metrics.metrics, of: (name: string) => figuresOf(metrics.expose(), name) }
}

describe('a measured loop', () => {
  it('counts its runs by their outcome, and keeps the time of its last success', async () => {
    const { figures, of } = opened()
    let isBroken = false
    const loop = measuredLoop(figures)({
      name: 'sweep holds',
      scope: 'installation',
      everyMs: 1,
      run: async () => {
        if (isBroken) throw new Error('no')
      },
    })
    await run(loop)
    const succeededAt = of('gateway_loop_last_success_timestamp_seconds')
    isBroken = true
    expect(await outcome(run(loop))).to.equal('failed')
    expect(of('gateway_loop_runs_total')).to.deep.equal({ 'sweep holds succeeded': 1, 'sweep holds failed': 1 })
    expect(of('gateway_loop_last_success_timestamp_seconds')).to.deep.equal(succeededAt)
  })
})

describe('the loops that read figures', () => {
  let database: TestDatabase
  before(async () => (database = await freshDatabase('postgresql')))
  after(() => database.close())

  it('tell when the figures were read, so that old ones can be seen', async () => {
    const { figures, of } = opened()
    await run(standingFiguresLoop({ figures, db: database.db, nowMs: () => 7_000 }))
    expect(of('gateway_holds_overdue')).to.deep.equal({ '': 0 })
    expect(of('gateway_mail_waiting')).to.deep.equal({ '': 0 })
    expect(of('gateway_standing_figures_timestamp_seconds')).to.deep.equal({ '': 7 })
  })

  it('tell of paid top-ups until they have ended', async () => {
    const { figures, of } = opened()
    const { db } = database
    const wallet = await makeWalletIn(database)
    const { owner } = await db.selectFrom('accounts').select('owner').where('id', '=', wallet).executeTakeFirstOrThrow()
    const id = randomUUID()
    const row = {
      id,
      user_id: owner ?? '',
      wallet,
      currency: 'RUB',
      amount: 1n,
      price: 1n,
      provider: 'sandbox',
    } as const
    await db.insertInto('top_ups').values(row).execute()
    let nowMs = 1_000
    const paid = paidTopUps(() => nowMs)
    paid.note(id)
    paid.note(randomUUID())
    nowMs = 61_000
    const loop = paidTopUpsLoop({ figures, db, nowMs: () => nowMs, paid })
    await run(loop)
    expect(of('gateway_top_ups_paid_uncredited')).to.deep.equal({ '': 1 })
    expect(of('gateway_top_up_paid_oldest_age_seconds')).to.deep.equal({ '': 60 })
    await db
      .updateTable('top_ups')
      .set({ status: 'succeeded', payment_id: 'p', ended_at: new Date() })
      .where('id', '=', id)
      .execute()
    await run(loop)
    expect(of('gateway_top_ups_paid_uncredited')).to.deep.equal({ '': 0 })
    expect(of('gateway_top_up_paid_oldest_age_seconds')).to.deep.equal({ '': 0 })
  })

  it('audit the ledger at once and then when it is due, and tell of money out of nothing', async () => {
    const { figures, of } = opened()
    const lines: string[] = []
    let audits = 0
    let nowMs = 1_000_000
    const audit = auditLedger({ ledgerAudit: kyselyLedgerAudit(database.db) })
    const loop = auditLoop({
      figures,
      auditLedger: () => {
        audits += 1
        return audit()
      },
      giveUp: () => Promise.resolve(),
      everyMinutes: 60,
      nowMs: () => nowMs,
      log: createLog('info', { write: (line: string) => void lines.push(line) }),
    })
    await run(loop)
    await run(loop)
    expect(audits).to.equal(1)
    expect(of('gateway_audit_delta')).to.deep.equal({ RUB: 0, TOKEN: 0 })
    expect(of('gateway_audit_violations')).to.deep.equal({ '': 0 })
    expect(of('gateway_audit_timestamp_seconds')).to.deep.equal({ '': 1_000 })
    expect(lines).to.deep.equal([])

    const wallet = await makeWalletIn(database)
    await database.db.updateTable('accounts').set({ balance: 2_500_000n }).where('id', '=', wallet).execute()
    nowMs += 59 * 60_000
    await run(loop)
    expect(audits).to.equal(1)
    nowMs += 60_000
    await run(loop)
    expect(audits).to.equal(2)
    expect(of('gateway_audit_delta')).to.deep.equal({ RUB: 2.5, TOKEN: 0 })
    expect(of('gateway_audit_violations')['']).to.be.above(0)
    expect(lines.join('')).to.include('the ledger does not add up')
  })

  it('wait after an audit that failed, and give up the one that is under way at a stop', async () => {
    const { figures, of } = opened()
    let nowMs = 1_000_000
    let audits = 0
    let fail: ((error: Error) => void) | null = null
    const loop = auditLoop({
      figures,
      auditLedger: () => {
        audits += 1
        return new Promise((_, reject) => (fail = reject))
      },
      giveUp: async () => fail?.(new Error('given up')),
      everyMinutes: 60,
      nowMs: () => nowMs,
      log: createLog('silent', { write: () => undefined }),
    })
    const failing = outcome(run(loop))
    nowMs += 60_000
    fail!(new Error('too slow'))
    expect(await failing).to.equal('failed')
    nowMs += 299_000
    expect(await run(loop)).to.deep.equal({ audits: 0, violations: 0 })
    expect(audits, 'soon after it failed').to.equal(1)
    nowMs += 1_000
    const stopping = new AbortController()
    const stopped = loop.run(stopping.signal)
    expect(audits, 'five minutes after it failed').to.equal(2)
    stopping.abort()
    expect(await stopped).to.deep.equal({ audits: 0, violations: 0 })
    expect(of('gateway_audit_timestamp_seconds')).to.deep.equal({})
  })
})
