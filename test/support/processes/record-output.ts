import type { CommandOutput } from '../../../src/adapters/cli/command.ts'

/** Keeps what a command prints. */
export const recordOutput = () => {
  const printed = { stdout: '', stderr: '' }
  const out: CommandOutput = {
    stdout: (text) => void (printed.stdout += text),
    stderr: (text) => void (printed.stderr += text),
  }
  return { out, printed }
}
