import fc from 'fast-check'
import { history } from './history.ts'
import { memoryInstallation } from './memory-installation.ts'
import { play } from './play.ts'

const numberFrom = (name: string): number | undefined => {
  const text = process.env[name]
  return text === undefined || text === '' ? undefined : Number(text)
}

describe('the token side', function () {
  this.timeout(120_000)

  it('keeps its laws through histories of faults, races and crashes', async () => {
    const heard = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(history(60), async (steps) => {
        const played = await play(await memoryInstallation(), steps)
        for (const [what, times] of played.seen) heard.set(what, (heard.get(what) ?? 0) + times)
        if (played.wrong.length > 0) throw new Error(played.wrong.join('\n'))
      }),
      {
        numRuns: numberFrom('SIMULATION_RUNS') ?? 5_000,
        seed: numberFrom('SIMULATION_SEED') ?? Date.now(),
        ...(process.env['SIMULATION_PATH'] ? { path: process.env['SIMULATION_PATH'] } : {}),
      },
    )
    console.log(heard)
  })
})
