import { expect } from 'chai'
import type { ProcessJobs } from '../../../src/application/ports/process/job-board.ts'
import type { JobName } from '../../../src/domain/standing-work/job-name.ts'
import type { Loop } from '../../../src/infrastructure/lifecycle/repeat.ts'
import { notedLoops, reportingLoop } from '../../../src/infrastructure/lifecycle/reported-loops.ts'

const { signal } = new AbortController()

const loopOf = (name: JobName, run: Loop['run']): Loop => ({ name, scope: 'process', everyMs: 100, run })

const only = ([loop]: readonly Loop[]): Loop => {
  if (loop === undefined) throw new Error('there is no loop')
  return loop
}

describe('loops that are reported', () => {
  const countsOf = async (done: unknown) => {
    const { loops, jobs } = notedLoops([loopOf('count usage', async () => done)], () => 1_000)
    await only(loops).run(signal)
    return jobs()[0]?.lastCounts
  }

  it('count what a run answers: a number, the numbers of an object, or nothing', async () => {
    expect(await countsOf(3)).to.deep.equal({ done: 3 })
    expect(await countsOf({ failed: 1, pruned: 0, words: 'no' })).to.deep.equal({ failed: 1, pruned: 0 })
    expect(await countsOf(undefined)).to.equal(null)
    expect(await countsOf({ words: 'no' })).to.equal(null)
  })

  it('are seen while they run, with the time of the run that comes next after it', async () => {
    let nowMs = 1_000
    let end = (): void => undefined
    const run = (): Promise<void> => new Promise((resolve) => (end = resolve))
    const { loops, jobs } = notedLoops([loopOf('deliver webhooks', run)], () => nowMs)
    expect(jobs()[0]).to.include({ nextRunMs: 1_100, runningSinceMs: null })
    nowMs = 1_100
    const running = only(loops).run(signal)
    expect(jobs()[0]).to.include({ nextRunMs: null, runningSinceMs: 1_100, runs: 0 })
    nowMs = 4_000
    end()
    await running
    expect(jobs()[0]).to.include({ nextRunMs: 4_100, runningSinceMs: null, runs: 1 })
  })

  it('fail as before, with the cause of the failure and without what looks like a key', async () => {
    const cause = new Error('connect to smtp://anna:secret@mail.example.org refused')
    const failing = loopOf('send mail', () => Promise.reject(new Error('the mail server is away', { cause })))
    const { loops, jobs } = notedLoops([failing], () => 1_000)
    const thrown = await only(loops)
      .run(signal)
      .catch((error: unknown) => error)
    expect(thrown).to.include({ message: 'the mail server is away' })
    expect(jobs()[0]).to.deep.include({
      failures: 1,
      lastFailure: {
        atMs: 1_000,
        message: 'the mail server is away: connect to smtp://[redacted]@mail.example.org refused',
      },
    })
  })

  it('are reported under the name that their process has at the time, and old reports are deleted once', async () => {
    const reports: ProcessJobs[] = []
    let pruned = 0
    const process = { id: 'one' }
    const board = {
      report: async (jobs: ProcessJobs) => void reports.push(jobs),
      prune: async () => void (pruned += 1),
    }
    const reporting = reportingLoop({ board, role: 'worker', process, jobs: () => [] })
    await reporting.run(signal)
    process.id = 'two'
    await reporting.run(signal)
    expect(reports).to.deep.equal([
      { process: 'one', role: 'worker', jobs: [] },
      { process: 'two', role: 'worker', jobs: [] },
    ])
    expect(pruned).to.equal(1)
  })
})
