import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startFixedUpstream } from './fixed-upstream.ts'
import { startInspectedProcess } from './inspected-process.ts'
import { openMeasuredPaths } from './measured-paths.ts'
import { record, warm } from './recording.ts'
import type { Recording } from './recording.ts'

/**
 * How many files of src one request enters and how many of their functions it calls, counted by V8 in a running
 * service: `node bench/request-path/run.ts`. `--files` lists the files, `--repeats 9` measures more often, and
 * `--root ../other-checkout` measures another checkout.
 *
 * Each request is repeated; the repetition with the fewest calls counts, because a timer of the service can only add
 * calls to it. The last row shows what timers add while there is no request.
 */
const { values: options } = parseArgs({
  options: {
    files: { type: 'boolean', default: false },
    repeats: { type: 'string', default: '7' },
    root: { type: 'string', default: resolve(import.meta.dirname, '../..') },
  },
})

const WARM_UP_REQUESTS = 5

const row = (name: string, recordings: readonly Recording[]): string => {
  const [fewest] = recordings
  const most = recordings.at(-1)
  const median = recordings[Math.floor(recordings.length / 2)]
  return `| ${[name, fewest?.callsOfFile.size, fewest?.calls, median?.calls, most?.calls].join(' | ')} |`
}

const fileList = (name: string, recording: Recording | undefined): string =>
  [
    `\n${name}`,
    ...[...(recording?.callsOfFile ?? [])]
      .toSorted(([, one], [, other]) => other - one)
      .map(([file, calls]) => `${String(calls).padStart(5)}  src/${file}`),
  ].join('\n')

// V8 names a file by its real path.
const root = realpathSync(options.root)
const upstream = await startFixedUpstream()
try {
  const service = await startInspectedProcess(root, upstream.baseUrl)
  try {
    const paths = await openMeasuredPaths(service.url)
    const measured = { inspector: service.inspector, root }
    await service.inspector.startCounting()
    await warm(paths, WARM_UP_REQUESTS)
    const lists: string[] = []
    console.log(`| path, the fewest calls of ${options.repeats} | files entered | function calls | median | most |`)
    console.log('|---|---|---|---|---|')
    for (const path of paths) {
      const recordings = await record(measured, path, Number(options.repeats))
      console.log(row(path.name, recordings))
      lists.push(fileList(path.name, recordings[0]))
    }
    if (options.files) console.log(lists.join('\n'))
  } finally {
    await service.stop()
  }
} finally {
  upstream.close()
}
