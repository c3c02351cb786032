import { expect } from 'chai'
import { pruneSessions } from '../../src/application/accounts/sessions/prune-sessions.ts'
import { sweepRecords } from '../../src/application/idempotency/sweep-records.ts'
import { pruneMail } from '../../src/application/mail/prune-mail.ts'
import { pruneInBatches } from '../../src/application/prune-in-batches.ts'
import { pruneDeliveries } from '../../src/application/webhooks/prune-deliveries.ts'
import { manualClock } from '../support/manual-clock.ts'

describe('pruning in batches', () => {
  const tableOf = (rows: number) => {
    let left = rows
    const prune = async (limit: number): Promise<number> => {
      const removed = Math.min(left, limit)
      left -= removed
      return removed
    }
    return { prune, left: () => left }
  }

  it('deletes all that is old in one round, however many times the batch it is', async () => {
    const table = tableOf(2_500)
    expect(await pruneInBatches(table.prune)).to.equal(2_500)
    expect(table.left()).to.equal(0)
  })

  it('is how every table is pruned that gains rows with calls, sign-ins, mail or events', async () => {
    const clock = manualClock()
    const tables = Array.from({ length: 6 }, () => tableOf(2_500))
    const [records, mail, oneTimeTokens, deliveries, sessions, usedIdentityTokens] = tables.map(({ prune }) => ({
      prune: (_: unknown, limit: number) => prune(limit),
    }))
    await sweepRecords({ idempotency: { ...records!, failLost: async () => 0 } })()
    await pruneMail({ mail: mail!, oneTimeTokens: oneTimeTokens!, clock })()
    await pruneDeliveries({ deliveries: deliveries!, clock })()
    await pruneSessions({ sessions: sessions!, usedIdentityTokens: usedIdentityTokens!, clock })()
    expect(tables.map(({ left }) => left())).to.deep.equal([0, 0, 0, 0, 0, 0])
  })

  it('ends after a hundred batches, so that no round goes on for ever', async () => {
    const table = tableOf(150_000)
    expect(await pruneInBatches(table.prune)).to.equal(100_000)
    expect(await pruneInBatches(table.prune)).to.equal(50_000)
  })
})
