import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ProcessIdentity } from './process-identity.ts'

/** Who holds a data directory, for others to read. The lock itself is elsewhere: this file only gives names. */
export interface DataDirHolder {
  readonly identity: ProcessIdentity
  /** Unix seconds. */
  readonly since: number
  /** Where it takes commands; null while it takes none. */
  readonly controlPath: string | null
}

const nullable = <C extends t.Mixed>(codec: C) => t.union([codec, t.null])

const Holder = t.type({
  identity: t.type({
    pid: t.number,
    host: t.string,
    pidSpace: nullable(t.string),
    startTicks: nullable(t.string),
  }),
  since: t.number,
  controlPath: nullable(t.string),
})

const fileIn = (dataDir: string): string => join(dataDir, 'holder.json')

/** Null if no process signed or the file has another form. */
export const readHolder = (dataDir: string): DataDirHolder | null => {
  try {
    const holder = Holder.decode(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
    return isLeft(holder) ? null : holder.right
  } catch {
    return null
  }
}

/** Renamed into place, so a reader sees the old text or the new one, never half of it. */
export const writeHolder = (dataDir: string, holder: DataDirHolder): void => {
  const draft = `${fileIn(dataDir)}.${holder.identity.pid}`
  writeFileSync(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  renameSync(draft, fileIn(dataDir))
}

export const removeHolder = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true })
