import process from 'node:process'
import { runCommandLine } from './command-line.ts'
import { openProcessOutput } from './commands/process-output.ts'
import { readSurroundings } from './config/environment.ts'

const { out, settle } = openProcessOutput(process.stdout, process.stderr)
const exit = await runCommandLine(process.argv.slice(2), () => readSurroundings(process.cwd()), out)

process.exit(await settle(exit))
