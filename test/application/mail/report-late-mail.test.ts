import { expect } from 'chai'
import { reportLateMail } from '../../../src/application/mail/report-late-mail.ts'
import { manualClock } from '../../support/manual-clock.ts'
import { memoryMailQueue } from '../../twins/mail/mail-queue.ts'

describe('mail that a server leaves to workers', () => {
  it('is reported after a minute without a worker, until a worker takes it', async () => {
    const clock = manualClock()
    const mail = memoryMailQueue()
    const reports: number[] = []
    const look = reportLateMail({ mail, clock, report: (waitedSeconds) => void reports.push(waitedSeconds) })
    await look()
    const createdAt = new Date(clock.now())
    await mail.enqueue({ id: 'a', kind: 'verify_email', recipient: 'ann@example.com', locale: 'en', createdAt })
    clock.turn(59_000)
    await look()
    expect(reports).to.deep.equal([])
    clock.turn(2_000)
    await look()
    expect(reports).to.deep.equal([61])
    await mail.claim({ at: new Date(clock.now()), until: new Date(clock.now() + 300_000), limit: 1 })
    await look()
    expect(reports).to.deep.equal([61])
  })
})
