import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sql } from 'kysely'
import { kyselyJobBoard } from '../../../src/adapters/persistence/operators/job-board.ts'
import type { JobBoard } from '../../../src/application/ports/process/job-board.ts'
import type { JobName } from '../../../src/domain/standing-work/job-name.ts'
import { jobBegan, jobFailed, jobSucceeded, newJob } from '../../../src/domain/standing-work/job.ts'
import type { Job } from '../../../src/domain/standing-work/job.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { memoryJobBoard } from '../../twins/process/job-board.ts'

const AT_MS = Date.parse('2026-01-02T03:04:05.678Z')

interface Ground {
  readonly board: JobBoard
  /** Makes every report older. */
  age(seconds: number): Promise<void>
}

const contract = (open: () => Ground): void => {
  /** A job of another version of the service: the board takes any name. */
  const job = (name: string): Job => newJob({ name: name as JobName, scope: 'installation', everyMs: 1_000 }, AT_MS)
  /** Of these jobs alone, without the times of the reports. */
  const listed = async (names: readonly string[]) =>
    (await open().board.all())
      .filter(({ name }) => names.includes(name))
      .map(({ reportedMs, ...report }) => {
        expect(reportedMs).to.be.a('number')
        return report
      })

  it('lists the last report of each process, by jobs and then by processes', async () => {
    const { board } = open()
    const [one, other] = [randomUUID(), randomUUID()].toSorted() as [string, string]
    const [first, second] = [`a ${one}`, `b ${one}`]
    const done = jobSucceeded(jobBegan(job(first), AT_MS), AT_MS + 7, { failed: 1, pruned: 2 })
    const failed = jobFailed(jobBegan(job(second), AT_MS), AT_MS + 9, 'it’s "away": \\n')
    await board.report({ process: one, role: 'server', jobs: [job(first), failed] })
    await board.report({ process: other, role: 'worker', jobs: [job(first)] })
    await board.report({ process: one, role: 'server', jobs: [jobBegan(done, AT_MS + 20), failed] })
    expect(await listed([first, second])).to.deep.equal([
      { ...jobBegan(done, AT_MS + 20), process: one, role: 'server', isAlive: true },
      { ...job(first), process: other, role: 'worker', isAlive: true },
      { ...failed, process: one, role: 'server', isAlive: true },
    ])
  })

  it('keeps of a job that no living process has the last process alone', async () => {
    const { board, age } = open()
    const [gone, last, alive] = [randomUUID(), randomUUID(), randomUUID()]
    const [lost, kept] = [`c ${gone}`, `d ${gone}`]
    await board.report({ process: gone, role: 'worker', jobs: [job(lost), job(kept)] })
    await age(30)
    await board.report({ process: last, role: 'worker', jobs: [job(lost), job(kept)] })
    await age(70)
    await board.report({ process: alive, role: 'worker', jobs: [job(kept)] })
    expect((await listed([lost, kept])).map(({ name, process, isAlive }) => [name, process, isAlive])).to.deep.equal([
      [lost, last, false],
      [kept, alive, true],
    ])
  })

  it('deletes reports of more than seven days ago', async () => {
    const { board, age } = open()
    const [old, young] = [`e ${randomUUID()}`, `f ${randomUUID()}`]
    const process = randomUUID()
    await board.report({ process, role: 'server', jobs: [job(old)] })
    await age(6 * 86_400)
    await board.report({ process, role: 'server', jobs: [job(young)] })
    await age(86_400 + 60)
    await board.prune()
    expect((await listed([old, young])).map(({ name }) => name)).to.deep.equal([young])
  })

  it('takes a process without jobs', async () => {
    await open().board.report({ process: randomUUID(), role: 'server', jobs: [] })
  })
}

describe('the job board in memory', () => {
  let nowMs = AT_MS
  const board = memoryJobBoard(() => nowMs)
  contract(() => ({
    board,
    age: async (seconds) => {
      nowMs += seconds * 1_000
    },
  }))
})

describeOnDatabases('the job board', (database) =>
  contract(() => ({
    board: kyselyJobBoard(database().db),
    age: async (seconds) => {
      await sql`update standing_jobs set reported_at = reported_at - ${seconds} * interval '1 second'`.execute(
        database().db,
      )
    },
  })),
)
