import { CATALOG_COMMANDS } from './catalog-commands.ts'
import type { CliUseCases, OfflineUseCases } from './cli-use-cases.ts'
import type { DatabaseCommand, OfflineCommand, ProcessCommand } from './command.ts'
import { KEY_COMMANDS } from './key-commands.ts'
import { LEDGER_COMMANDS } from './ledger-commands.ts'
import { OPERATION_COMMANDS } from './operation-commands.ts'
import { MEDIA_COMMANDS } from './media-commands.ts'
import { SIGNING_KEY_COMMANDS } from './signing-key-commands.ts'
import { TOP_UP_COMMANDS } from './top-up-commands.ts'
import { USER_COMMANDS } from './user-commands.ts'

export type Command = ProcessCommand | DatabaseCommand<CliUseCases> | OfflineCommand<OfflineUseCases>

const serve: ProcessCommand = {
  name: 'serve',
  summary: 'apply migrations and serve HTTP until told to stop',
  needs: 'process',
  arguments: [],
  options: [],
}

const work: ProcessCommand = {
  name: 'work',
  summary: 'apply migrations and do what servers with WORKER=off leave to be done, until told to stop',
  needs: 'process',
  arguments: [],
  options: [],
}

const migrate: ProcessCommand = {
  name: 'migrate',
  summary: 'apply migrations and end',
  needs: 'process',
  arguments: [],
  options: [],
}

/** Every command, in the order the help shows them. */
export const COMMANDS: readonly Command[] = [
  serve,
  work,
  migrate,
  ...USER_COMMANDS,
  ...KEY_COMMANDS,
  ...SIGNING_KEY_COMMANDS,
  ...LEDGER_COMMANDS,
  ...TOP_UP_COMMANDS,
  ...MEDIA_COMMANDS,
  ...OPERATION_COMMANDS,
  ...CATALOG_COMMANDS,
]
