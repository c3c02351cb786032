import * as t from 'io-ts'
import { unixSeconds } from '../../../../domain/time-units.ts'
import { JOB_NAMES } from '../../../../domain/standing-work/job-name.ts'
import { JOB_STATES, jobState } from '../../../../domain/standing-work/seen-job.ts'
import type { JobReport, SeenJob } from '../../../../domain/standing-work/seen-job.ts'
import { count, orNull, unixTime } from '../../codecs/codecs.ts'
import { wordOf } from '../../codecs/word-codec.ts'

const countsBody = t.record(t.string, count)

const lastRunBody = t.type({ started_at: unixTime, took_ms: count, succeeded: t.boolean }, 'OperatorJobRun')

const failureBody = t.type({ at: unixTime, message: t.string }, 'OperatorJobFailure')

const processBody = t.type(
  {
    process: t.string,
    role: wordOf(['server', 'worker']),
    state: wordOf(JOB_STATES),
    running_since: orNull(unixTime),
    next_run_at: orNull(unixTime),
    last_run: orNull(lastRunBody),
    last_counts: orNull(countsBody),
    total_counts: countsBody,
    runs: count,
    failures: count,
    last_failure: orNull(failureBody),
    reported_at: unixTime,
  },
  'OperatorJobProcess',
)

const jobBody = t.type(
  {
    name: wordOf(JOB_NAMES),
    scope: wordOf(['process', 'installation']),
    every_ms: count,
    processes: t.array(processBody),
  },
  'OperatorJob',
)

export const jobListBody = t.type({ data: t.array(jobBody) }, 'OperatorJobList')

const secondsOfMs = (ms: number | null): number | null => (ms === null ? null : unixSeconds(ms))

const writeReport = (report: JobReport): t.TypeOf<typeof processBody> => {
  const { lastRun, lastFailure, isAlive } = report
  return {
    process: report.process,
    role: report.role,
    state: jobState(report),
    running_since: isAlive ? secondsOfMs(report.runningSinceMs) : null,
    next_run_at: isAlive ? secondsOfMs(report.nextRunMs) : null,
    last_run:
      lastRun === null
        ? null
        : { started_at: unixSeconds(lastRun.startedMs), took_ms: lastRun.tookMs, succeeded: !lastRun.isFailed },
    last_counts: report.lastCounts,
    total_counts: report.totalCounts,
    runs: report.runs,
    failures: report.failures,
    last_failure: lastFailure === null ? null : { at: unixSeconds(lastFailure.atMs), message: lastFailure.message },
    reported_at: unixSeconds(report.reportedMs),
  }
}

export const writeJob = ({ name, scope, everyMs, reports }: SeenJob): t.TypeOf<typeof jobBody> => ({
  name,
  scope,
  every_ms: everyMs,
  processes: reports.map(writeReport),
})
