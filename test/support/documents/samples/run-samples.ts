import { execPath } from 'node:process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runProgram } from '../../processes/child-process.ts'
import { STRICT_SHELL } from '../code-blocks.ts'
import type { SampleLanguage } from './sample-pages.ts'

/** A sample as a reader has filled it in. */
export interface SampleJob {
  readonly id: string
  readonly text: string
  readonly environment: Readonly<Record<string, string>>
}

/** What came of it: what it printed, and the error that ended it. */
export interface SampleResult {
  readonly id: string
  readonly out: string
  readonly error: string | null
}

type Run = (jobs: readonly SampleJob[], directory: string) => Promise<readonly SampleResult[]>

const fileOf = (id: string, extension: string): string => `sample-${id}.${extension}`

/** Writes the samples as files, and has one process of their language run all of them in order. */
const inOneProcess =
  (program: string, driver: string, extension: string): Run =>
  async (jobs, directory) => {
    const listed = await Promise.all(
      jobs.map(async ({ id, text, environment }) => {
        const file = join(directory, fileOf(id, extension))
        await writeFile(file, text)
        return { id, file, environment }
      }),
    )
    const list = join(directory, 'jobs.json')
    await writeFile(list, JSON.stringify(listed))
    const child = runProgram(program, [resolve(import.meta.dirname, driver), list], { cwd: directory })
    const exit = await child.ended()
    if (exit !== 0) throw new Error(`${driver} ended with ${exit}: ${child.stderr()}`)
    return JSON.parse(child.stdout()) as SampleResult[]
  }

/** One shell a sample: curl itself is the program that is tried. */
const inShells: Run = async (jobs, directory) => {
  const results: SampleResult[] = []
  for (const { id, text, environment } of jobs) {
    const child = runProgram('bash', ['-c', `${STRICT_SHELL}\n${text}`], { cwd: directory, env: environment })
    const exit = await child.ended()
    const error = exit === 0 ? null : `${child.stdout()}\n${child.stderr()}`
    results.push({ id, out: child.stdout(), error })
  }
  return results
}

/** Runs samples in order, in a directory that has the files they read. */
export const RUNS: Readonly<Record<SampleLanguage, Run>> = {
  sh: inShells,
  python: inOneProcess('python3', 'run-samples.py', 'py'),
  ts: inOneProcess(execPath, 'run-samples-in-node.ts', 'ts'),
}
