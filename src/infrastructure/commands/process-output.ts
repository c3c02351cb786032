import type { Writable } from 'node:stream'
import { EXIT_OK, EXIT_REFUSED } from '../../adapters/cli/command.ts'
import type { CommandOutput } from '../../adapters/cli/command.ts'
import { failureFacts } from '../failures/failure-facts.ts'

interface ProcessOutput {
  readonly out: CommandOutput
  /** Waits until all that was printed is written, and answers the exit code: a command whose output is lost fails. */
  settle(exit: number): Promise<number>
}

/** What failed behind a command, in a sentence that keeps its operator from repeating what was carried out. */
export const failedBehind = (what: string, error: unknown, exit: number): string => {
  const carriedOut = exit === EXIT_OK ? '; the command itself was carried out: look before you repeat it' : ''
  return `${what} (${failureFacts(error).message})${carriedOut}\n`
}

const unwritten = (error: unknown, exit: number): string =>
  failedBehind('what the command printed could not be written', error, exit)

/** The two streams of a process as a command's output. A reader who leaves early, such as `head`, is no failure. */
export const openProcessOutput = (stdout: Writable, stderr: Writable): ProcessOutput => {
  let failure: unknown = null
  stdout.on('error', (error) => (failure ??= error))
  // Without a reader of standard error the exit code alone tells.
  stderr.on('error', () => undefined)
  return {
    out: { stdout: (text) => void stdout.write(text), stderr: (text) => void stderr.write(text) },
    settle: async (exit) => {
      // Pieces are written in turn, so this one has its turn after all that was printed.
      await new Promise<void>((resolve) => stdout.write('', () => resolve()))
      if (failure === null || failureFacts(failure).codes.has('EPIPE')) return exit
      await new Promise<void>((resolve) => stderr.write(unwritten(failure, exit), () => resolve()))
      return exit === EXIT_OK ? EXIT_REFUSED : exit
    },
  }
}
