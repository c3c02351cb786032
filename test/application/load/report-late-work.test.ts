import { expect } from 'chai'
import { reportLateWork } from '../../../src/application/load/report-late-work.ts'
import { JOB_LIFE_MS } from '../../../src/domain/video/video-job.ts'
import { manualClock } from '../../support/manual-clock.ts'
import { memoryMailQueue } from '../../twins/mail/mail-queue.ts'

const QUIET = { oldestDue: async () => null }
const NO_HOLDS = { overdueSeconds: async () => 0 }
const NO_VIDEOS = { staleSince: async () => null }
const NO_TOP_UPS = { firstDue: async () => null }

const stage = (deps: Partial<Parameters<typeof reportLateWork>[0]>) => {
  const clock = manualClock()
  const reports: string[] = []
  const report = (work: string, waitedSeconds: number): void => void reports.push(`${work} ${waitedSeconds}`)
  const quiet = { mail: QUIET, deliveries: QUIET, holds: NO_HOLDS, videoJobs: NO_VIDEOS, topUps: NO_TOP_UPS }
  const look = reportLateWork({ ...quiet, providers: () => ['yookassa'], clock, report, ...deps })
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

  it('is reported by its kind: videos that no process asks about, and top-ups of providers that can be asked', async () => {
    const start = manualClock().now()
    const videoJobs = { staleSince: async (madeUntilMs: number) => madeUntilMs + JOB_LIFE_MS - 61_000 }
    const topUps = {
      firstDue: async (providers: readonly string[]) => (providers.length === 0 ? null : new Date(start - 62_000)),
    }
    const late = stage({ videoJobs, topUps })
    await late.look()
    expect(late.reports).to.deep.equal(['videos 61', 'top-ups 62'])
    const unasked = stage({ topUps, providers: () => [] })
    await unasked.look()
    expect(unasked.reports).to.deep.equal([])
  })
})
