import { ObjectStoreFailed } from '../../adapters/media-store/object-store-failed.ts'
import { hostUrls } from '../../adapters/persistence/engine/database-hosts.ts'
import { isBusy } from '../../adapters/persistence/engine/database-busy.ts'
import { isOutage } from '../../adapters/persistence/engine/is-outage.ts'
import { PgliteNotOpened } from '../../adapters/persistence/engine/pglite-not-opened.ts'
import { WrongMasterKey } from '../../application/ports/secrets/secret-wrapping.ts'
import type { Config, DatabaseConfig } from '../config/config.ts'
import { failureFacts } from './failure-facts.ts'
import type { FailureFacts } from './failure-facts.ts'
import { StartRefused } from './start-refused.ts'

/** What a failure may be about: its words name the variable behind it. */
export type FailureHome = Pick<Config, 'host' | 'port' | 'dataDir' | 'database'>

const FULL = ['ENOSPC', 'EDQUOT']
const FORBIDDEN = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOENT', 'EEXIST']
const TOO_MANY_FILES = ['EMFILE', 'ENFILE']

/** PostgreSQL's word for a full disk. */
const DISK_FULL = '53100'

/** Where the database is, without the password that the URL carries. */
export const placeOfDatabase = (database: DatabaseConfig): string => {
  if (database.engine === 'pglite') return `the embedded database in DATA_DIR=${database.dataDir}`
  const urls = hostUrls(database.url).map((url) => new URL(url))
  return `the database of DATABASE_URL (${urls.map(({ host }) => host).join(', ')}${urls[0]?.pathname ?? ''})`
}

const hasAny = (found: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  wanted.some((code) => found.has(code))

const fullDisk = ({ codes, sqlState, message }: FailureFacts, { database, dataDir }: FailureHome): string | null => {
  if (sqlState === DISK_FULL && database.engine === 'postgresql') {
    return `${placeOfDatabase(database)} has no space left on its disk: ${message}`
  }
  const isFull = hasAny(codes, FULL) || sqlState === DISK_FULL || /no space left on device/i.test(message)
  return isFull ? `the disk is full: there is no space left for DATA_DIR=${dataDir}` : null
}

const HOSTS = 'set HOST to 127.0.0.1 for this machine alone, to one of its own addresses, or to 0.0.0.0 for all of them'

const listening = ({ codes, syscalls, message }: FailureFacts, { host, port }: FailureHome): string | null => {
  if (codes.has('EADDRINUSE')) return `another process listens on PORT=${port} of HOST=${host}: stop it or set PORT`
  if (codes.has('EADDRNOTAVAIL')) return `HOST=${host} is no address of this machine: ${HOSTS}`
  if (!syscalls.has('listen')) return syscalls.has('getaddrinfo') && message.includes(host) ? unknownHost(host) : null
  return codes.has('EACCES')
    ? `this user may not listen on PORT=${port}: take one above 1023`
    : `PORT=${port} of HOST=${host} cannot be listened on: ${message}`
}

const unknownHost = (host: string): string => `HOST=${host} is no name that this machine knows: ${HOSTS}`

const onDisk = ({ codes, path, message }: FailureFacts, { dataDir }: FailureHome): string | null => {
  if (hasAny(codes, TOO_MANY_FILES)) return `this process may not open more files (see ulimit -n): ${message}`
  if (path === null || !hasAny(codes, FORBIDDEN)) return null
  return path.startsWith(dataDir) ? `DATA_DIR=${dataDir} cannot be used: ${message}` : message
}

const DAMAGED =
  'cannot be opened: its files are damaged, incomplete, or of another release of PostgreSQL; put a backup of DATA_DIR ' +
  'in its place, or set DATA_DIR to an empty directory to begin anew'

/** What the engine throws for damaged files is an error without a code. */
const isDamaged = (error: unknown, { codes }: FailureFacts): boolean =>
  error instanceof PgliteNotOpened && error.cause instanceof Error && codes.size === 0

/** What the driver says of a server without TLS; what Node says of a certificate comes as one of these codes. */
const NO_TLS = /does not support SSL|establishing an SSL connection/
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH)/

/** The files of certificates and keys are named in the URL. */
const ofTls = ({ codes, path, message }: FailureFacts, { database }: FailureHome): string | null => {
  if (database.engine !== 'postgresql') return null
  const { searchParams } = new URL(hostUrls(database.url)[0])
  const files = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => searchParams.get(name))
  if (path !== null && files.includes(path)) {
    return `DATABASE_URL names a file for TLS that cannot be read: ${message}`
  }
  if (NO_TLS.test(message)) {
    return `${placeOfDatabase(database)} does not speak TLS as the URL asks (${message}): correct sslmode in the URL, or the server`
  }
  // A store of files or a mail server may have it as well.
  return [...codes].some((code) => CERTIFICATE.test(code))
    ? `a certificate was refused (${message}): if it is that of the database, correct sslmode and the certificates in DATABASE_URL, or those of the server`
    : null
}

const ofDatabase = (error: unknown, facts: FailureFacts, { database }: FailureHome): string | null => {
  const { sqlState, message } = facts
  if (database.engine === 'postgresql' && isBusy(error)) {
    return `${placeOfDatabase(database)} is there and was too busy (${message}): try again later`
  }
  if (database.engine === 'postgresql' && isOutage(error)) {
    return `${placeOfDatabase(database)} cannot be reached (${message}): see that PostgreSQL runs there, or correct the URL`
  }
  if (isDamaged(error, facts)) return `${placeOfDatabase(database)} ${DAMAGED}`
  if (sqlState !== null) return `${placeOfDatabase(database)} refused (${sqlState}): ${message}`
  // The engine itself throws errors; what is none comes from the machine that it runs on.
  return database.engine === 'pglite' && (!(error instanceof Error) || error instanceof PgliteNotOpened)
    ? `${placeOfDatabase(database)} cannot be opened: ${message}`
    : null
}

/**
 * One sentence for the exception that ends a command: the cause and the variable behind it, never a secret. Only a
 * defect of this program, which no variable mends, comes with its stack.
 */
export const describeFailure = (error: unknown, home: FailureHome | null): string => {
  const facts = failureFacts(error)
  if (error instanceof StartRefused || error instanceof WrongMasterKey || error instanceof ObjectStoreFailed) {
    return facts.message
  }
  const explained =
    home === null
      ? null
      : (fullDisk(facts, home) ??
        listening(facts, home) ??
        ofTls(facts, home) ??
        onDisk(facts, home) ??
        ofDatabase(error, facts, home))
  if (explained !== null) return explained
  const isDefect = error instanceof Error && facts.codes.size === 0
  return isDefect ? (error.stack ?? facts.message) : facts.message
}
