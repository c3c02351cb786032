import { setTimeout as pause } from 'node:timers/promises'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { OfflineUseCases } from '../../adapters/cli/catalog-commands.ts'
import type { CliUseCases } from '../../adapters/cli/commands.ts'
import { EXIT_OK, EXIT_USAGE, EXIT_REFUSED } from '../../adapters/cli/command.ts'
import type { CommandInput, CommandOutput, DatabaseCommand, ProcessCommand } from '../../adapters/cli/command.ts'
import { parseArgv } from '../../adapters/cli/parse-argv.ts'
import type { Invocation, ParseExit } from '../../adapters/cli/parse-argv.ts'
import type { DatabaseConfig } from '../config/config.ts'
import { describeAbsence, isAbsent } from '../data-dir/absent-database.ts'
import { placeOfDatabase } from '../failures/describe-failure.ts'
import { failedBehind } from './process-output.ts'
import type { RecordCommand } from './record-command.ts'
import { VERSION } from '../version.ts'
import { callControl } from '../control/control-client.ts'
import type { ControlFailure } from '../control/control-client.ts'
import type { RunCommandLine } from '../control/control-server.ts'
import { describeDataDirFailure, describeHolder, openDataDir } from '../data-dir/data-dir.ts'
import type { DataDirHeld, DataDirLease } from '../data-dir/data-dir.ts'
import type { DataDirHolder } from '../data-dir/data-dir-holder.ts'

/** What one command on the database needs. */
export interface OpenUseCases {
  readonly useCases: CliUseCases
  readonly record: RecordCommand
  close(): Promise<void>
}

export interface CommandHome {
  readonly database: DatabaseConfig
  readonly out: CommandOutput
  readonly offline: OfflineUseCases
  /** Opens the database for one command, with the keys in it or without. The lease is held on the embedded engine. */
  openUseCases(usesKeys: boolean): Promise<OpenUseCases>
  /** Serves until a signal stops it; takes the data directory itself. */
  serve(): Promise<number>
  /** Works until a signal stops it. Never on the embedded engine. */
  work(): Promise<number>
  /** Applies migrations; on the embedded engine the caller holds the lease during that time. */
  migrate(): Promise<number>
}

const OPEN_TIMEOUT_MS = 5000
const OPEN_POLL_MS = 100

type OnDatabase = (home: CommandHome) => Promise<number>

const refuse = (out: CommandOutput, sentence: string): number => {
  out.stderr(`${sentence}\n`)
  return EXIT_REFUSED
}

/** Prints what stands for a command line that runs nothing; answers its exit code. */
export const printUsage = (out: CommandOutput, { exit, stdout, stderr }: ParseExit): number => {
  if (stdout !== '') out.stdout(stdout)
  if (stderr !== '') out.stderr(stderr)
  return exit
}

const withLease = async (lease: DataDirLease, work: () => Promise<number>): Promise<number> => {
  try {
    return await work()
  } finally {
    lease.release()
  }
}

const describeControlFailure = (failure: ControlFailure, { identity }: DataDirHolder): string => {
  switch (failure.tag) {
    case 'control_silent':
      return `the database is held by process ${identity.pid} on ${identity.host}, which takes no commands: ${failure.reason}`
    case 'control_cut':
      return `process ${identity.pid} went away while it ran the command; look whether it took effect before repeating it`
  }
}

/** What a process that holds the database did with a command: its exit code, or why it took none, which may pass. */
type Taken = Either<string, number>

/** A server that holds the embedded database and takes commands. */
type HeldByServer = DataDirHeld & { readonly holder: DataDirHolder & { readonly controlPath: string } }

const takesCommands = (held: DataDirHeld): held is HeldByServer => (held.holder?.controlPath ?? null) !== null

type WhenHeld = (held: HeldByServer) => Promise<Taken>

/** Where a server holds the embedded database, that process runs the command. */
const runOnHolder =
  (argv: readonly string[], out: CommandOutput): WhenHeld =>
  async ({ holder }) => {
    const exit = await callControl(holder.controlPath, argv, out)
    if (!isLeft(exit)) return exit
    const sentence = describeControlFailure(exit.left, holder)
    return exit.left.tag === 'control_cut' ? right(refuse(out, sentence)) : left(sentence)
  }

const takesNone = (held: DataDirHeld): Taken =>
  left(`${describeHolder(held)}, which takes no commands while it starts or stops: try again`)

/**
 * Runs `work` while this process holds the embedded database, or has its holder run it. Another command holds it for a
 * moment, a server that starts or stops takes no commands for a moment, and the kernel ends a killed one a moment
 * later: each is asked again for some seconds.
 */
const onEmbedded = async (
  { out }: CommandHome,
  dataDir: string,
  work: () => Promise<number>,
  whenHeld: WhenHeld,
): Promise<number> => {
  const deadline = performance.now() + OPEN_TIMEOUT_MS
  for (;;) {
    const lease = await openDataDir(dataDir)
    if (!isLeft(lease)) return withLease(lease.right, work)
    if (lease.left.tag !== 'data_dir_held') return refuse(out, describeDataDirFailure(lease.left))
    const taken = takesCommands(lease.left) ? await whenHeld(lease.left) : takesNone(lease.left)
    if (!isLeft(taken)) return taken.right
    if (performance.now() >= deadline) return refuse(out, taken.left)
    await pause(OPEN_POLL_MS)
  }
}

const onDatabase = async (home: CommandHome, work: OnDatabase, whenHeld: WhenHeld): Promise<number> => {
  switch (home.database.engine) {
    case 'postgresql':
      return work(home)
    case 'pglite':
      return onEmbedded(home, home.database.dataDir, () => work(home), whenHeld)
  }
}

interface DatabaseInvocation {
  readonly command: DatabaseCommand<CliUseCases>
  readonly input: CommandInput
}

/** Where it breaks, a transaction of it may have been committed all the same, although the answer got lost. */
const runToItsEnd = async (
  { command, input }: DatabaseInvocation,
  useCases: CliUseCases,
  out: CommandOutput,
): Promise<number> => {
  try {
    return await command.run(useCases, input, out)
  } catch (error) {
    if (command.changes === true) out.stderr(`look whether ${command.name} took effect before you repeat it\n`)
    throw error
  }
}

const runRecorded = async (
  invocation: DatabaseInvocation,
  { useCases, record }: Pick<OpenUseCases, 'useCases' | 'record'>,
  out: CommandOutput,
): Promise<number> => {
  const { command, input } = invocation
  const exit = await runToItsEnd(invocation, useCases, out)
  if (command.changes !== true) return exit
  try {
    await record(command.name, input, exit)
    return exit
  } catch (error) {
    out.stderr(failedBehind('the command could not be recorded', error, exit))
    return exit === EXIT_OK ? EXIT_REFUSED : exit
  }
}

const withUseCases =
  ({ command, input }: DatabaseInvocation): OnDatabase =>
  async (home) => {
    const open = await home.openUseCases(command.usesKeys === true)
    try {
      return await runRecorded({ command, input }, open, home.out)
    } finally {
      await open.close()
    }
  }

const migrate = (home: CommandHome): Promise<number> =>
  onDatabase(
    home,
    () => home.migrate(),
    async (held) => {
      home.out.stdout(`${describeHolder(held)}, which applied the migrations when it started\n`)
      return right(EXIT_OK)
    },
  )

const work = async (home: CommandHome): Promise<number> => {
  switch (home.database.engine) {
    case 'postgresql':
      return home.work()
    case 'pglite':
      return refuse(
        home.out,
        'the embedded database belongs to one process, whose server does this work itself; set DATABASE_URL to run workers',
      )
  }
}

const PROCESS_COMMANDS: Readonly<Record<ProcessCommand['name'], OnDatabase>> = {
  serve: (home) => home.serve(),
  work,
  migrate,
}

/** Runs one command line to its exit code. A service without the database opens it; one that cannot says who can. */
export const runCommand = async (argv: readonly string[], home: CommandHome): Promise<number> => {
  const parsed: Either<ParseExit, Invocation> = parseArgv(argv, VERSION)
  if (isLeft(parsed)) return printUsage(home.out, parsed.left)
  const { command, input } = parsed.right
  switch (command.needs) {
    case 'nothing':
      return command.run(home.offline, input, home.out)
    case 'process':
      return PROCESS_COMMANDS[command.name](home)
    case 'database':
      home.out.stderr(`database: ${placeOfDatabase(home.database)}\n`)
      if (isAbsent(home.database)) return refuse(home.out, describeAbsence(home.database))
      return onDatabase(home, withUseCases({ command, input }), runOnHolder(argv, home.out))
  }
}

/**
 * What the control socket of a running server does with a command line: only those on the database make sense. The
 * server alone holds the database, so the catalogue that it sells from is the only one.
 */
export const runOnServer =
  ({ useCases, record }: Pick<OpenUseCases, 'useCases' | 'record'>): RunCommandLine =>
  async (argv, out) => {
    const parsed = parseArgv(argv)
    if (isLeft(parsed)) return printUsage(out, parsed.left)
    const { command, input } = parsed.right
    if (command.needs === 'database') {
      const served: CliUseCases = { ...useCases, catalogReach: 'this_process' }
      return runRecorded({ command, input }, { useCases: served, record }, out)
    }
    out.stderr(`${command.name} is not run by a server\n`)
    return EXIT_USAGE
  }
