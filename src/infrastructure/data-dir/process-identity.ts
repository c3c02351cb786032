import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { kill, pid } from 'node:process'

/** Names one process for good: a pid alone is given to another process sooner or later. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /** The set of pids that `pid` belongs to (a container has its own); null if the system does not say. */
  readonly pidSpace: string | null
  /** In ticks since the machine's boot; null if the system does not say. */
  readonly startTicks: string | null
}

const attempt = <A>(read: () => A): A | null => {
  try {
    return read()
  } catch {
    return null
  }
}

/** Field 22 of /proc/<pid>/stat. The name in field 2 may hold spaces and brackets, so counting starts after it. */
const startTicksOf = (of: number): string | null =>
  attempt(() => {
    const stat = readFileSync(`/proc/${of}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  })

const ownPidSpace = (): string | null =>
  attempt(
    () => `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`,
  )

export const ownIdentity = (): ProcessIdentity => ({
  pid,
  host: hostname(),
  pidSpace: ownPidSpace(),
  startTicks: startTicksOf(pid),
})

const pidInUse = (of: number): boolean => {
  try {
    kill(of, 0)
    return true
  } catch (error) {
    // EPERM: it is there, but belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * `unknown`: it lives, if it does, where this process cannot look (another machine, another container), or the
 * pid is in use and the system does not tell whether by the same process.
 */
export const livenessOf = (identity: ProcessIdentity): 'alive' | 'gone' | 'unknown' => {
  if (identity.host !== hostname() || identity.pidSpace !== ownPidSpace()) return 'unknown'
  if (!pidInUse(identity.pid)) return 'gone'
  if (identity.startTicks === null) return 'unknown'
  return identity.startTicks === startTicksOf(identity.pid) ? 'alive' : 'gone'
}
