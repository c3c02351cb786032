import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { execPath } from 'node:process'
import type { Readable } from 'node:stream'

/** A process of a test's own. */
export interface TestProcess {
  readonly pid: number
  /** Resolves when standard output has a match, to that match; rejects when the process ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  stdout(): string
  stderr(): string
  /** Sends a signal and resolves when the process is gone. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Resolves to the exit code, or null for death by a signal. */
  ended(): Promise<number | null>
}

interface ProgramOptions {
  /** Beside what this process has. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

export const runNode = (args: readonly string[], env: Readonly<Record<string, string>> = {}): TestProcess =>
  runProgram(execPath, args, { env })

export const runProgram = (
  program: string,
  args: readonly string[],
  { env = {}, cwd }: ProgramOptions = {},
): TestProcess => {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (err += text))
  const gone = once(child, 'close').then(() => child.exitCode)
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(out)
        if (match === null) return
        child.stdout.off('data', look)
        resolve(match)
      }
      child.stdout.on('data', look)
      look()
      void gone.then(() => reject(new Error(`it ended without printing ${String(pattern)}\n${out}\n${err}`)))
    })
  return {
    pid: child.pid ?? 0,
    printed,
    stdout: () => out,
    stderr: () => err,
    ended: () => gone,
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal)
      await gone
    },
  }
}
