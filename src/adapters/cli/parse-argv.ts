import { Argument, Command as Commander, CommanderError, InvalidArgumentError, Option } from 'commander'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { EXIT_OK, EXIT_USAGE } from './command.ts'
import type { CommandArgument, CommandInput, CommandOption, CommandOutput } from './command.ts'
import { COMMANDS } from './commands.ts'
import type { Command } from './commands.ts'

export interface Invocation {
  readonly command: Command
  readonly input: CommandInput
}

/** Nothing to run: help was asked for (exit 0), or the command line is wrong (exit 2). */
export interface ParseExit {
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
const findOrAddSubcommand = (program: Commander, words: readonly string[]): Commander =>
  words.reduce((parent, word) => parent.commands.find((each) => each.name() === word) ?? parent.command(word), program)

const programOf = (print: CommandOutput, version: string, chosen: (it: Invocation) => void) => {
  const program = new Commander('gateway')
    .description('One OpenAI-compatible service over many AI providers, sold from a prepaid balance.')
    .version(version, '--version', 'print the version and end')
    .exitOverride()
    .configureOutput({ writeOut: (text) => print.stdout(text), writeErr: (text) => print.stderr(text) })
    .showHelpAfterError('(add --help to see what is expected)')
  for (const command of COMMANDS) {
    const subcommand = findOrAddSubcommand(program, command.name.split(' '))
      .description(command.summary)
      .allowExcessArguments(false)
    for (const argument of command.arguments) subcommand.addArgument(argumentOf(argument))
    for (const option of command.options) subcommand.addOption(optionOf(option))
    subcommand.action(() => chosen({ command, input: inputOf(command, subcommand.processedArgs, subcommand.opts()) }))
  }
  for (const group of program.commands.filter(({ commands }) => commands.length > 0)) {
    group.description(group.commands.map((each) => each.name()).join(', '))
  }
  return program
}

/** Finds the command in the words after the program's name. `version` is what `--version` prints. */
export const parseArgv = (argv: readonly string[], version = ''): Either<ParseExit, Invocation> => {
  let stdout = ''
  let stderr = ''
  let invocation: Invocation | undefined
  const print: CommandOutput = { stdout: (text) => void (stdout += text), stderr: (text) => void (stderr += text) }
  try {
    programOf(print, version, (it) => (invocation = it)).parse([...argv], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const exit = error.exitCode === 0 ? EXIT_OK : EXIT_USAGE
    return left({ exit, stdout, stderr })
  }
  return invocation === undefined ? left({ exit: EXIT_USAGE, stdout, stderr }) : right(invocation)
}
