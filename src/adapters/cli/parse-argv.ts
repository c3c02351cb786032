import { Argument, Command as Commander, CommanderError, Option } from 'commander'
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

/** Ends the parsing with a sentence. */
type Refuse = (sentence: string) => never

const MOST_SHOWN = 60

/** On one line, and not longer than a screen takes. */
const shown = (text: string): string =>
  JSON.stringify(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)

const checked = (what: string, check: CommandArgument['check'], refuse: Refuse) => (text: string) => {
  const complaint = check?.(text) ?? null
  if (complaint !== null) refuse(`${what} cannot be ${shown(text)}: ${complaint}`)
  return text
}

/** Of two values the parser would take the last, and ignore the other in silence. */
const once = (what: string, read: (text: string) => string, refuse: Refuse) => {
  let isGiven = false
  return (text: string) => {
    if (isGiven) refuse(`${what} is given twice: give it once`)
    isGiven = true
    return read(text)
  }
}

const argumentOf = ({ name, summary, optional, check }: CommandArgument, refuse: Refuse): Argument =>
  new Argument(optional === true ? `[${name}]` : `<${name}>`, summary).argParser(checked(name, check, refuse))

const optionOf = ({ name, summary, value, fallback, check }: CommandOption, refuse: Refuse): Option => {
  const option = new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, summary)
  if (value !== undefined) option.argParser(once(`--${name}`, checked(`--${name}`, check, refuse), refuse))
  return fallback === undefined ? option : option.default(fallback)
}

/** What is given in both of its two ways; to take one of them would ignore the other in silence. */
const givenTwice = ({ options }: Command, { values }: CommandInput): string | null => {
  const second = options.find(
    ({ name, insteadOf }) => insteadOf !== undefined && values[name] !== undefined && values[insteadOf] !== undefined,
  )
  return second === undefined ? null : `${second.insteadOf} and --${second.name} are the same: give one of them`
}

const inputOf = (command: Command, words: readonly unknown[], options: Record<string, unknown>): CommandInput => {
  const positional = command.arguments.map(({ name }, index) => [name, words[index]] as const)
  // Commander files `--dry-run` under `dryRun`.
  const named = command.options.map(({ name }) => [name, options[new Option(`--${name}`).attributeName()]] as const)
  const texts = [...positional, ...named].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    values: Object.fromEntries(texts),
    switches: new Set(named.filter(([, value]) => value === true).map(([name]) => name)),
  }
}

/** The command named by the words so far, made where it is missing: `users` is a group of `users list`. */
const findOrAddSubcommand = (program: Commander, words: readonly string[]): Commander =>
  words.reduce((parent, word) => parent.commands.find((each) => each.name() === word) ?? parent.command(word), program)

/** As the documents write a command: what the help shows can be pasted. */
const PROGRAM = 'npm run gateway --'

/** The commands that take nothing; their settings are those of the service. */
const SETTINGS_HINT = '(settings are variables, such as PORT=3000: .env.example has all of them)'

const helpHint = (command: string): string => `(see ${PROGRAM} ${command}--help)`

const programOf = (print: CommandOutput, version: string, chosen: (it: Invocation) => void) => {
  const program = new Commander(PROGRAM)
    .description('One service in front of many AI providers, paid from a prepaid balance.')
    .version(version, '--version', 'print the version and end')
    .exitOverride()
    .configureOutput({ writeOut: (text) => print.stdout(text), writeErr: (text) => print.stderr(text) })
    .showHelpAfterError(helpHint(''))
  for (const command of COMMANDS) {
    const subcommand = findOrAddSubcommand(program, command.name.split(' '))
      .description(command.summary)
      .allowExcessArguments(false)
      .showHelpAfterError(command.needs === 'process' ? SETTINGS_HINT : helpHint(`${command.name} `))
    const refuse: Refuse = (sentence) => subcommand.error(`error: ${sentence}`)
    for (const argument of command.arguments) subcommand.addArgument(argumentOf(argument, refuse))
    for (const option of command.options) subcommand.addOption(optionOf(option, refuse))
    subcommand.action(() => {
      const input = inputOf(command, subcommand.processedArgs, subcommand.opts())
      const twice = givenTwice(command, input)
      if (twice !== null) refuse(twice)
      chosen({ command, input })
    })
  }
  for (const group of program.commands.filter(({ commands }) => commands.length > 0)) {
    group
      .description(group.commands.map((each) => each.name()).join(', '))
      .showHelpAfterError(helpHint(`${group.name()} `))
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
    const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv]
    programOf(print, version, (it) => (invocation = it)).parse(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const exit = error.exitCode === 0 ? EXIT_OK : EXIT_USAGE
    return left({ exit, stdout, stderr })
  }
  return invocation === undefined ? left({ exit: EXIT_USAGE, stdout, stderr }) : right(invocation)
}
