import { sql } from 'kysely'
import type { OpenDatabase } from './database.ts'

/** What the way to the database makes of its sessions. */
interface SessionFacts {
  /** Whether a commit that was acknowledged is on a second server too. */
  readonly isKeptByStandby: boolean
  /** Whether a session has the settings that it was opened with; a pooler between may drop them. */
  readonly hasSettings: boolean
}

interface DurabilityRow {
  readonly commit: string
  readonly standbys: string
}

/** Reads them on a connection of each kind. */
export const sessionFacts = async ({ db, batches }: Pick<OpenDatabase, 'db' | 'batches'>): Promise<SessionFacts> => {
  const { rows } = await sql<DurabilityRow>`
    select current_setting('synchronous_commit') as commit, current_setting('synchronous_standby_names') as standbys
  `.execute(db)
  const [durability] = rows
  const reads = [{ text: `select current_setting('enable_seqscan') as scans`, values: [] }]
  const hasSettings = await batches.run(reads, async ([found]) => ({
    write: null,
    value: found?.[0]?.['scans'] === 'off',
  }))
  const isWaitedFor = durability !== undefined && !['off', 'local'].includes(durability.commit)
  return { isKeptByStandby: isWaitedFor && durability.standbys.trim() !== '', hasSettings }
}
