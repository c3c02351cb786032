import process from 'node:process'
import type { CommandOutput } from '../adapters/cli/command.ts'
import { runCommandLine } from './command-line.ts'
import { readSurroundings } from './config/environment.ts'

const out: CommandOutput = {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
}

process.exit(await runCommandLine(process.argv.slice(2), () => readSurroundings(process.cwd()), out))
