import { expect } from 'chai'
import { openPostgres } from '../../../../src/adapters/persistence/engine/postgres.ts'
import { openMetrics } from '../../../../src/infrastructure/observability/metrics/open-metrics.ts'
import { observeState } from '../../../../src/infrastructure/observability/metrics/state-figures.ts'
import { figuresOf } from '../../../support/samples.ts'

describe('the figures of states', () => {
  it('have room for each pool of a database', async () => {
    // It connects when it is first used, so no server is needed.
    const database = await openPostgres('postgres://nobody@127.0.0.1:1/nowhere')
    const metrics = openMetrics()
    observeState(metrics, {
      settlements: { pending: () => 0 },
      reservations: { open: () => 0 },
      circuits: { disturbed: () => new Map() },
      ledger: { waiting: () => 0 },
      database,
      clocks: { aheadMs: () => 0 },
      isRedisUp: null,
    })
    const exposed = metrics.expose()
    expect(Object.keys(figuresOf(exposed, 'gateway_database_connections'))).to.have.members(
      ['common', 'ledger', 'long_work', 'beats'].flatMap((pool) => [`${pool} idle`, `${pool} busy`, `${pool} waiting`]),
    )
    expect(figuresOf(exposed, 'gateway_metrics_overflow_total')).to.deep.equal({})
    await database.close()
  })

  it('say whether the database is away, not whether its connections are in use, and how its clock differs', () => {
    const metrics = openMetrics()
    let isAway = false
    const busy = { pool: 'common', idle: 0, busy: 12, waiting: 30 }
    observeState(metrics, {
      settlements: { pending: () => 0 },
      reservations: { open: () => 0 },
      circuits: { disturbed: () => new Map() },
      ledger: { waiting: () => 0 },
      database: { pools: () => [busy], presence: { isAway: () => isAway } },
      clocks: { aheadMs: () => -1_500 },
      isRedisUp: null,
    })
    const up = (): unknown => Object.values(figuresOf(metrics.expose(), 'gateway_database_up'))
    expect(up()).to.deep.equal([1])
    isAway = true
    expect(up()).to.deep.equal([0])
    expect(Object.values(figuresOf(metrics.expose(), 'gateway_clock_ahead_seconds'))).to.deep.equal([-1.5])
  })
})
