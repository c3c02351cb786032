import { CATALOG_COMMANDS, OFFLINE_CATALOG_COMMANDS } from './catalog-commands.ts'
import type { CatalogUseCases, OfflineUseCases } from './catalog-commands.ts'
import type { DatabaseCommand, OfflineCommand, ProcessCommand } from './command.ts'
import { KEY_COMMANDS } from './key-commands.ts'
import type { KeyUseCases } from './key-commands.ts'
import { LEDGER_COMMANDS } from './ledger-commands.ts'
import type { LedgerUseCases } from './ledger-commands.ts'
import { MEDIA_COMMANDS } from './media-commands.ts'
import type { MediaUseCases } from './media-commands.ts'
import { OPERATOR_LOG_COMMANDS } from './operator-log-commands.ts'
import type { OperatorLogUseCases } from './operator-log-commands.ts'
import { ROLE_COMMANDS } from './role-commands.ts'
import type { RoleUseCases } from './role-commands.ts'
import { SIGNING_KEY_COMMANDS } from './signing-key-commands.ts'
import type { SigningKeyUseCases } from './signing-key-commands.ts'
import { TOP_UP_COMMANDS } from './top-up-commands.ts'
import type { TopUpUseCases } from './top-up-commands.ts'
import { USER_COMMANDS } from './user-commands.ts'
import type { UserUseCases } from './user-commands.ts'

/** What the commands on the database call, as the endpoints of HTTP do. */
export interface CliUseCases
  extends
    UserUseCases,
    RoleUseCases,
    KeyUseCases,
    SigningKeyUseCases,
    LedgerUseCases,
    TopUpUseCases,
    MediaUseCases,
    OperatorLogUseCases,
    CatalogUseCases {}

export type Command = ProcessCommand | DatabaseCommand<CliUseCases> | OfflineCommand<OfflineUseCases>

const serve: ProcessCommand = {
  name: 'serve',
  summary: 'apply migrations and serve HTTP until stopped',
  needs: 'process',
  arguments: [],
  options: [],
}

const work: ProcessCommand = {
  name: 'work',
  summary: 'apply migrations and do the work that servers with WORKER=off leave undone, until stopped',
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
  ...ROLE_COMMANDS,
  ...KEY_COMMANDS,
  ...SIGNING_KEY_COMMANDS,
  ...LEDGER_COMMANDS,
  ...TOP_UP_COMMANDS,
  ...MEDIA_COMMANDS,
  ...OPERATOR_LOG_COMMANDS,
  ...OFFLINE_CATALOG_COMMANDS,
  ...CATALOG_COMMANDS,
]
