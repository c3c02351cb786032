import { expect } from 'chai'
import { reportLateWork } from '../../../src/application/load/report-late-work.ts'
import { manualClock } from '../../support/manual-clock.ts'
import { memoryMailQueue } from '../../twins/mail/mail-queue.ts'

const QUIET = { oldestDue: async () => null }
const NO_HOLDS = { overdueSeconds: async () => 0 }

const stage = (deps: Partial<Parameters<typeof reportLateWork>[0]>) => {
  const clock = manualClock()
  const reports: string[] = []
  const report = (work: string, waitedSeconds: number): void => void reports.push(`${work} ${waitedSeconds}`)
  const look = reportLateWork({ mail: QUIET, deliveries: QUIET, holds: NO_HOLDS, clock, report, ...deps })
  return { clock, reports, look }
}

describe('work that a server leaves to workers', () => {
  it('is reported after a minute without a worker, until a worker takes it', async () => {
    const mail = memoryMailQueue()
    const { clock, reports, look } = stage({ mail })
    await look()
    const createdAt = new Date(clock.now())
    await mail.enqueue({ id: 'a', kind: 'verify_email', recipient: 'ann@example.com', locale: 'en', createdAt })
    clock.turn(59_000)
    await look()
    expect(reports).to.deep.equal([])
    clock.turn(2_000)
    await look()
    expect(reports).to.deep.equal(['mail 61'])
    await mail.claim({ at: new Date(clock.now()), until: new Date(clock.now() + 300_000), limit: 1 })
    await look()
    expect(reports).to.deep.equal(['mail 61'])
  })

  it('is reported by its kind: webhooks that are due, and holds of lost calls', async () => {
    const start = manualClock().now()
    const overdue = (seconds: number) => ({ overdueSeconds: async () => seconds })
    const deliveries = { oldestDue: async () => new Date(start - 90_500) }
    const late = stage({ deliveries, holds: overdue(75.5) })
    await late.look()
    expect(late.reports).to.deep.equal(['webhooks 90', 'lost holds 75'])
    const inTime = stage({ deliveries: { oldestDue: async () => new Date(start + 5_000) }, holds: overdue(59.9) })
    await inTime.look()
    expect(inTime.reports).to.deep.equal([])
  })
})
