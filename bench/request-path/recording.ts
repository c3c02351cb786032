import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Inspector, ScriptCoverage } from './inspector.ts'
import type { MeasuredPath } from './measured-paths.ts'

/** What one request did: how often it called the functions of each file. */
export interface Recording {
  readonly callsOfFile: ReadonlyMap<string, number>
  readonly calls: number
}

/** By then the hold of a call is settled, unless the machine is busy. */
const SETTLED_AFTER_MS = 400

/** A request is over when the service did no more than this for so long: its timers alone do less. */
const QUIET = { ms: 200, calls: 20 }

const MOST_READINGS = 20

const callsIn = ({ functions }: ScriptCoverage): number =>
  functions
    // The module's own body begins at the first character and runs when the file is loaded, not when it is called.
    .filter(({ ranges: [whole] }) => whole.startOffset > 0)
    .reduce((sum, { ranges: [whole] }) => sum + whole.count, 0)

const recordingOf = (scripts: readonly ScriptCoverage[], root: string): Recording => {
  const sources = `${pathToFileURL(root).href}/src/`
  const counted = scripts
    .filter(({ url }) => url.startsWith(sources))
    .map((script) => [script.url.slice(sources.length), callsIn(script)] as const)
    .filter(([, calls]) => calls > 0)
  return { callsOfFile: new Map(counted), calls: counted.reduce((sum, [, calls]) => sum + calls, 0) }
}

const sumOf = (one: Recording, other: Recording): Recording => {
  const callsOfFile = new Map(one.callsOfFile)
  for (const [file, calls] of other.callsOfFile) callsOfFile.set(file, (callsOfFile.get(file) ?? 0) + calls)
  return { callsOfFile, calls: one.calls + other.calls }
}

export interface Measured {
  readonly inspector: Inspector
  /** The checkout that the process runs. */
  readonly root: string
}

const recordOnce = async ({ inspector, root }: Measured, path: MeasuredPath): Promise<Recording> => {
  const read = async (): Promise<Recording> => recordingOf(await inspector.takeCounts(), root)
  const send = await path.prepare()
  await wait(SETTLED_AFTER_MS)
  await inspector.takeCounts()
  await send()
  await wait(SETTLED_AFTER_MS)
  let whole = await read()
  for (let reading = 0; reading < MOST_READINGS; reading += 1) {
    await wait(QUIET.ms)
    const more = await read()
    if (more.calls <= QUIET.calls) return whole
    whole = sumOf(whole, more)
  }
  throw new Error(`${path.name}: the service was not quiet after ${MOST_READINGS} readings`)
}

/** Repeats the request and returns every recording, the one with the fewest calls first. */
export const record = async (
  measured: Measured,
  path: MeasuredPath,
  repeats: number,
): Promise<readonly Recording[]> => {
  const recordings: Recording[] = []
  for (let repeat = 0; repeat < repeats; repeat += 1) recordings.push(await recordOnce(measured, path))
  return recordings.toSorted((one, other) => one.calls - other.calls)
}

/** Lets every cache fill and every connection open before anything is counted. */
export const warm = async (paths: readonly MeasuredPath[], times: number): Promise<void> => {
  for (const path of paths) {
    for (let time = 0; time < times; time += 1) {
      const send = await path.prepare()
      await send()
    }
  }
}
