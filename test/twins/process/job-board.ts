import type { JobBoard } from '../../../src/application/ports/process/job-board.ts'
import type { JobReport } from '../../../src/domain/standing-work/seen-job.ts'

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

type Row = Omit<JobReport, 'isAlive'>

const inOrder = (one: Row, other: Row): number => {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1
  return one.process < other.process ? -1 : 1
}

export const memoryJobBoard = (nowMs: () => number): JobBoard => {
  const rows = new Map<string, Row>()
  return {
    report: async ({ process, role, jobs }) => {
      for (const job of jobs) rows.set(`${process} ${job.name}`, { ...job, process, role, reportedMs: nowMs() })
    },
    prune: async () => {
      for (const [id, { reportedMs }] of rows) if (reportedMs < nowMs() - WEEK_MS) rows.delete(id)
    },
    all: async () => {
      const latest = new Map<string, Row>()
      for (const row of rows.values()) {
        if (row.reportedMs > (latest.get(row.name)?.reportedMs ?? -Infinity)) latest.set(row.name, row)
      }
      return [...rows.values()]
        .map((row) => ({ ...row, isAlive: row.reportedMs > nowMs() - MINUTE_MS }))
        .filter(({ isAlive, name, process }) => isAlive || latest.get(name)?.process === process)
        .toSorted(inOrder)
    },
  }
}
