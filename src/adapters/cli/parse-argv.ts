import { Argument, Command as Commander, CommanderError, InvalidArgumentError, Option } from 'commander'
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import {
  type CommandArgument,
  type CommandInput,
  type CommandOption,
  type CommandOutput,
  DONE,
  MISUSED,
} from './command.ts'
import { type Command, COMMANDS } from './commands.ts'

export interface Invocation {
  readonly command: Command
  readonly input: CommandInput
}

/** Nothing to run: help was asked for (exit 0), or the command line is wrong (exit 2). */
export interface NotACommand {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

const checked = (check: CommandArgument['check']) => (text: string) => {
  const complaint = check?.(text) ?? null
  if (complaint !== null) throw new InvalidArgumentError(complaint)
  return text
}

const argumentOf = ({ name, summary, optional, check }: CommandArgument): Argument =>
  new Argument(optional === true ? `[${name}]` : `<${name}>`, summary).argParser(checked(check))

const optionOf = ({ name, summary, value, fallback, check }: CommandOption): Option => {
  const option = new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, summary)
  if (value !== undefined) option.argParser(checked(check))
  return fallback === undefined ? option : option.default(fallback)
}

const inputOf = (command: Command, words: readonly unknown[], options: Record<string, unknown>): CommandInput => {
  const positional = command.arguments.map(({ name }, index) => [name, words[index]] as const)
  // Commander files `--dry-run` under `dryRun`.
  const named = command.options.map((option) => [option.name, options[optionOf(option).attributeName()]] as const)
  const texts = [...positional, ...named].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    values: Object.fromEntries(texts),
    switches: new Set(named.filter(([, value]) => value === true).map(([name]) => name)),
  }
}

/** The command named by the words so far, made where it is missing: `users` is a group of `users list`. */
const place = (program: Commander, words: readonly string[]): Commander =>
  words.reduce((parent, word) => parent.commands.find((each) => each.name() === word) ?? parent.command(word), program)

const programOf = (print: CommandOutput, version: string, chosen: (it: Invocation) => void) => {
  const program = new Commander('gateway')
    .description('One OpenAI-compatible service over many AI vendors, sold from a prepaid balance.')
    .version(version, '--version', 'print the version and end')
    .exitOverride()
    .configureOutput({ writeOut: (text) => print.stdout(text), writeErr: (text) => print.stderr(text) })
    .showHelpAfterError('(add --help to see what is expected)')
  for (const command of COMMANDS) {
    const spot = place(program, command.name.split(' ')).description(command.summary).allowExcessArguments(false)
    for (const argument of command.arguments) spot.addArgument(argumentOf(argument))
    for (const option of command.options) spot.addOption(optionOf(option))
    spot.action(() => chosen({ command, input: inputOf(command, spot.processedArgs, spot.opts()) }))
  }
  for (const group of program.commands.filter(({ commands }) => commands.length > 0)) {
    group.description(group.commands.map((each) => each.name()).join(', '))
  }
  return program
}

/** Finds the command in the words after the program's name. `version` is what `--version` prints. */
export const parseArgv = (argv: readonly string[], version = ''): Either<NotACommand, Invocation> => {
  let stdout = ''
  let stderr = ''
  let invocation: Invocation | undefined
  const print: CommandOutput = { stdout: (text) => void (stdout += text), stderr: (text) => void (stderr += text) }
  try {
    programOf(print, version, (it) => (invocation = it)).parse([...argv], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const exit = error.exitCode === 0 ? DONE : MISUSED
    return left({ exit, stdout, stderr })
  }
  return invocation === undefined ? left({ exit: MISUSED, stdout, stderr }) : right(invocation)
}
