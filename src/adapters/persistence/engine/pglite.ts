import { PGlite } from '@electric-sql/pglite'
import type { PGliteOptions } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { sequentialBatches } from './batch-transactions.ts'
import type { OpenDatabase } from './database.ts'
import { ALWAYS_PRESENT } from './database-presence.ts'
import { PgliteNotOpened } from './pglite-not-opened.ts'
import type { Database } from '../schema/schema.ts'

const INT8 = 20
const BYTEA = 17
const HEX_MARK = String.raw`\x`

/**
 * As PostgreSQL writes bytes in text. The library's own mappings go byte by byte, and take seconds for some megabytes.
 */
const hexOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  HEX_MARK + Buffer.from(buffer, byteOffset, length).toString('hex')

const bytesIn = (hex: string): Uint8Array => Buffer.from(hex.slice(HEX_MARK.length), 'hex')

const create = async (options: PGliteOptions): Promise<PGlite> => {
  try {
    return await PGlite.create(options)
  } catch (cause) {
    throw new PgliteNotOpened(cause instanceof Error ? cause.message : '', { cause })
  }
}

/**
 * The embedded engine. `dataDir` undefined keeps everything in memory.
 * It never syncs to disk: it survives a killed process, not a power cut. One process only per directory:
 * two would lose each other's commits without an error, so callers hold a lock of their own on it.
 * Rejects with `PgliteNotOpened`. Inside a transaction use the bound `Kysely` alone: the outer one waits for ever.
 */
export const openPglite = async (
  dataDir?: string,
  options: Pick<PGliteOptions, 'loadDataDir'> = {},
): Promise<OpenDatabase & { readonly pglite: PGlite }> => {
  const pglite = await create({
    ...options,
    ...(dataDir === undefined ? {} : { dataDir }),
    parsers: { [INT8]: BigInt, [BYTEA]: bytesIn },
    serializers: { [BYTEA]: hexOf },
  })
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
  return {
    engine: 'pglite',
    db,
    longWork: { db, giveUp: () => Promise.resolve() },
    beats: db,
    batches: sequentialBatches(db),
    presence: ALWAYS_PRESENT,
    pglite,
    pools: () => [],
    close: async () => {
      if (!pglite.closed) await pglite.close()
    },
  }
}
