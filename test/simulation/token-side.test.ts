import { expect } from 'chai'
import fc from 'fast-check'
import { freshDatabase } from '../support/servers/databases.ts'
import type { TestDatabase } from '../support/servers/databases.ts'
import { databaseInstallations } from './database-installation.ts'
import { history, MEETING } from './history.ts'
import type { Step } from './history.ts'
import type { Installation } from './installation.ts'
import { memoryInstallation } from './memory-installation.ts'
import { play } from './play.ts'

/** What a failed run prints and takes back, to play the same history again; `SIMULATION_RUNS` plays more or fewer. */
const { SIMULATION_SEED: seed, SIMULATION_PATH: path, SIMULATION_RUNS: runs } = process.env

/** What the histories together must come to, or they prove little. */
const MUST_BE_MET = [
  'succeeded',
  'failed',
  'replayed',
  'failure replayed',
  'interrupted',
  'idempotency_in_progress',
  'idempotency_mismatch',
  'insufficient_tokens',
  'conversation_archived',
  'overloaded',
  'video completed',
  'video failed',
  'charged after its hold was lost',
]

/** Played first; on a real database no two are alike. */
const MEETINGS = 5

const report = (details: fc.RunDetails<[readonly Step[]]>): void => {
  if (!details.failed) return
  const again = `SIMULATION_SEED=${details.seed} SIMULATION_PATH=${details.counterexamplePath ?? ''}`
  const message = `${fc.defaultReportMessage(details) ?? ''}\nPlay it again with ${again}`
  throw new Error(message, { cause: details.errorInstance })
}

/** Plays histories, each on an installation of its own; returns how often each outcome occurred. */
const playMany = async (
  numRuns: number,
  longest: number,
  install: (run: number) => Promise<Installation>,
): Promise<ReadonlyMap<string, number>> => {
  const met = new Map<string, number>()
  let run = 0
  const property = fc.asyncProperty(history(longest), async (steps) => {
    run += 1
    const { wrong, met: once } = await play(await install(run), steps)
    for (const [what, times] of once) met.set(what, (met.get(what) ?? 0) + times)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  })
  await fc.assert(property, {
    numRuns: Number(runs ?? numRuns),
    examples: Array.from({ length: MEETINGS }, () => [MEETING]),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path }),
    reporter: report,
  })
  return met
}

describe('The token side, through histories of faults, races and crashes', () => {
  it('keeps its laws after every step of 5,000 of them', async () => {
    const met = await playMany(5_000, 60, memoryInstallation)
    const missing = MUST_BE_MET.filter((what) => !met.has(what))
    if (runs === undefined && path === undefined) expect(missing).to.deep.equal([])
  })

  describe('on PostgreSQL', () => {
    let database: TestDatabase
    before(async () => {
      database = await freshDatabase('postgresql')
    })
    after(() => database.close())

    it('keeps them after every step of 60', async () => {
      const met = await playMany(60, 40, databaseInstallations(database))
      expect(met.get('succeeded')).to.be.above(0)
    })
  })
})
