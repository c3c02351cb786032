/** Where a command prints. Text is passed on as it is: lines end with a newline of their own. */
export interface CommandOutput {
  stdout(text: string): void
  stderr(text: string): void
}

/** One positional argument. A name in `optional` form may be left out. */
export interface CommandArgument {
  readonly name: string
  readonly summary: string
  readonly optional?: true
  readonly check?: (text: string) => string | null
}

/** `--flag` without `value` is a switch; with it, it takes one. */
export interface CommandOption {
  readonly name: string
  readonly summary: string
  readonly value?: string
  readonly fallback?: string
  /** The argument that it is another way to give; both together are refused. */
  readonly insteadOf?: string
  /** Null accepts the text; a sentence says what was expected instead. */
  readonly check?: (text: string) => string | null
}

/** What was typed, checked. An argument or option left out has no entry. */
export interface CommandInput {
  readonly values: Readonly<Record<string, string>>
  readonly switches: ReadonlySet<string>
}

interface CommandShape {
  /** One or two words, as typed. */
  readonly name: string
  readonly summary: string
  readonly arguments: readonly CommandArgument[]
  readonly options: readonly CommandOption[]
}

/**
 * A command is data, so that it runs the same typed at a terminal, sent to a running server, or in a test.
 * `run` answers the exit code: 0 done, 1 refused or broken.
 */
export interface DatabaseCommand<U> extends CommandShape {
  readonly needs: 'database'
  /** It changes something, or is refused to: operators leave a trail of such commands. */
  readonly changes?: true
  /** It reads or makes keys that stand wrapped in the database, so it needs what unwraps them. */
  readonly usesKeys?: true
  run(useCases: U, input: CommandInput, out: CommandOutput): Promise<number>
}

export interface OfflineCommand<U> extends CommandShape {
  readonly needs: 'nothing'
  run(useCases: U, input: CommandInput, out: CommandOutput): Promise<number>
}

/** Takes over the process itself; the entry point knows how. */
export interface ProcessCommand extends CommandShape {
  readonly name: 'serve' | 'work' | 'migrate'
  readonly needs: 'process'
}

export const EXIT_OK = 0
export const EXIT_REFUSED = 1
/** The command line itself was wrong. */
export const EXIT_USAGE = 2
