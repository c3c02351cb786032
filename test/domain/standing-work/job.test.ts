import { expect } from 'chai'
import { jobBegan, jobFailed, jobSucceeded, newJob } from '../../../src/domain/standing-work/job.ts'
import { jobState } from '../../../src/domain/standing-work/seen-job.ts'

const waiting = newJob({ name: 'sweep holds', scope: 'installation', everyMs: 100 }, 1_000)

describe('a job of the standing work', () => {
  it('first runs after one interval, and has no next run while it runs', () => {
    expect(waiting).to.include({ runs: 0, nextRunMs: 1_100, runningSinceMs: null, lastRun: null })
    expect(jobBegan(waiting, 1_100)).to.include({ runningSinceMs: 1_100, nextRunMs: null, runs: 0 })
  })

  it('counts what each run did and all of them together', () => {
    const once = jobSucceeded(jobBegan(waiting, 1_100), 1_130, { failed: 2, pruned: 0 })
    expect(once).to.deep.include({
      runs: 1,
      lastRun: { startedMs: 1_100, tookMs: 30, isFailed: false },
      lastCounts: { failed: 2, pruned: 0 },
      nextRunMs: 1_230,
    })
    const twice = jobSucceeded(jobBegan(once, 1_230), 1_240, { failed: 1, pruned: 5 })
    expect(twice).to.deep.include({ lastCounts: { failed: 1, pruned: 5 }, totalCounts: { failed: 3, pruned: 5 } })
    const third = jobSucceeded(jobBegan(twice, 1_340), 1_341, null)
    expect(third).to.deep.include({ runs: 3, lastCounts: null, totalCounts: { failed: 3, pruned: 5 } })
  })

  it('keeps its last failure over later runs, and what it did before', () => {
    const done = jobSucceeded(jobBegan(waiting, 1_100), 1_101, { done: 4 })
    const failed = jobFailed(jobBegan(done, 1_200), 1_250, 'x'.repeat(900))
    expect(failed).to.deep.include({
      runs: 2,
      failures: 1,
      lastRun: { startedMs: 1_200, tookMs: 50, isFailed: true },
      lastFailure: { atMs: 1_250, message: 'x'.repeat(500) },
      lastCounts: { done: 4 },
      totalCounts: { done: 4 },
      nextRunMs: 1_350,
    })
    const well = jobSucceeded(jobBegan(failed, 1_350), 1_360, { done: 0 })
    expect(well).to.deep.include({ failures: 1, lastFailure: failed.lastFailure })
  })

  it('takes no time less than none where the clock was set back', () => {
    expect(jobSucceeded(jobBegan(waiting, 1_100), 900, null).lastRun?.tookMs).to.equal(0)
  })

  it('is gone with its process, and else runs, has failed or waits', () => {
    const report = { ...waiting, process: 'a', role: 'server', reportedMs: 0, isAlive: true } as const
    const failed = jobFailed(waiting, 1_000, 'no')
    expect(jobState(report)).to.equal('waiting')
    expect(jobState({ ...report, ...failed })).to.equal('failed')
    expect(jobState({ ...report, ...jobBegan(failed, 1_100) })).to.equal('running')
    expect(jobState({ ...report, ...jobBegan(failed, 1_100), isAlive: false })).to.equal('gone')
  })
})
