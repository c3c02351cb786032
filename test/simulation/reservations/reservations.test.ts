import { expect } from 'chai'
import fc from 'fast-check'
import { reserveHistory } from './reserve-history.ts'
import type { ReserveStep } from './reserve-history.ts'
import { memoryReserveInstallation } from './reserve-installation.ts'
import type { ReserveInstallation } from './reserve-installation.ts'
import { playReservations } from './reserve-play.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

/** What a failed run prints and takes back, to play the same history again; `SIMULATION_RUNS` plays more or fewer. */
const { SIMULATION_SEED: seed, SIMULATION_PATH: path, SIMULATION_RUNS: runs } = process.env

const histories = (longest: number) => fc.tuple(fc.constantFrom<number>(2, 3), reserveHistory(longest))

const report = (details: fc.RunDetails<[[number, readonly ReserveStep[]]]>): void => {
  if (!details.failed) return
  const again = `SIMULATION_SEED=${details.seed} SIMULATION_PATH=${details.counterexamplePath ?? ''}`
  const message = `${fc.defaultReportMessage(details) ?? ''}\nPlay it again with ${again}`
  throw new Error(message, { cause: details.errorInstance })
}

/** Played first, with no bug: chance rarely makes the like. */
const EXAMPLES = PLANTED_BUGS.flatMap(({ found }) =>
  found === undefined ? [] : [[[3, found]] as [[number, typeof found]]],
)

/** Plays histories, each on an installation of its own; returns how often each outcome occurred. */
const playMany = async (
  numRuns: number,
  longest: number,
  install: (run: number) => Promise<ReserveInstallation>,
): Promise<ReadonlyMap<string, number>> => {
  const met = new Map<string, number>()
  let run = 0
  const property = fc.asyncProperty(histories(longest), async ([processes, steps]) => {
    run += 1
    const { wrong, met: once } = await playReservations(await install(run), steps, processes)
    for (const [what, times] of once) met.set(what, (met.get(what) ?? 0) + times)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  })
  await fc.assert(property, {
    numRuns: Number(runs ?? numRuns),
    examples: EXAMPLES,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path }),
    reporter: report,
  })
  return met
}

/** What the histories together must come to, or they prove little. */
const MUST_BE_MET = [
  'held',
  'admitted',
  'shortened',
  'reserved',
  'insufficient_balance',
  'balance_held',
  'pressed',
  'an instance was ended',
]

describe('Money reserved ahead, through histories of faults, races, crashes, outages and wrong clocks', () => {
  it('keeps its laws after every step of 500 of them', async () => {
    const met = await playMany(500, 60, () => memoryReserveInstallation())
    const missing = MUST_BE_MET.filter((what) => !met.has(what))
    if (runs === undefined && path === undefined) expect(missing).to.deep.equal([])
  })

  for (const { which, installation, process, found } of PLANTED_BUGS) {
    it(`finds ${which}`, async () => {
      const property = fc.asyncProperty(histories(60), async ([processes, steps]) => {
        const { wrong } = await playReservations(
          await memoryReserveInstallation(installation),
          steps,
          processes,
          process,
        )
        if (wrong.length > 0) throw new Error(wrong.join())
      })
      const examples: [[number, readonly ReserveStep[]]][] = found === undefined ? [] : [[[3, found]]]
      const details = await fc.check(property, { numRuns: 300, endOnFailure: true, examples })
      expect(details).to.include({ failed: true })
    })
  }
})
