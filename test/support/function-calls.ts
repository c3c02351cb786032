import { Session } from 'node:inspector/promises'
import { pathToFileURL } from 'node:url'

/** Counts how often a function of one file of src is called while the work runs, as V8 counts it. */
export const callsOf = async (file: string, name: string, work: () => Promise<unknown>): Promise<number> => {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const { href } = pathToFileURL(`${process.cwd()}/src/${file}`)
    const functions = result.find(({ url }) => url === href)?.functions ?? []
    const counted = functions.filter(({ functionName }) => functionName === name)
    return counted.reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0)
  } finally {
    session.disconnect()
  }
}
