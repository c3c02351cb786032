import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts processor time in hundredths of a second. */
const TICKS_A_SECOND = 100

interface ProcessTime {
  readonly parent: number
  readonly seconds: number
}

/** Null where the process has ended, or where the system has no /proc. */
const timeOf = (pid: number | string): ProcessTime | null => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND }
  } catch {
    return null
  }
}

const runningProcesses = (): readonly string[] => {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** Seconds of processor time that a process and its descendants have used; NaN where the system does not tell. */
export const treeSeconds = (root: number | undefined): number => {
  const times = new Map<number, ProcessTime>()
  for (const pid of runningProcesses()) {
    const time = timeOf(pid)
    if (time !== null) times.set(Number(pid), time)
  }
  const belongs = (pid: number): boolean => {
    let at: number | undefined = pid
    while (at !== undefined && at !== root) at = times.get(at)?.parent
    return at === root
  }
  if (root === undefined || !times.has(root)) return Number.NaN
  return [...times].reduce((sum, [pid, { seconds }]) => (belongs(pid) ? sum + seconds : sum), 0)
}

/** Seconds that each PostgreSQL process which serves this database has used, by the title they give themselves. */
const databaseTimes = (database: string): ReadonlyMap<string, number> => {
  const times = new Map<string, number>()
  for (const pid of runningProcesses()) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(` ${database} `)) continue
      times.set(pid, timeOf(pid)?.seconds ?? 0)
    } catch {
      // It has ended since the list was read.
    }
  }
  return times
}

/**
 * Tells how many seconds of processor time PostgreSQL has used for one database since it was asked to. What the server
 * does for all databases together (checkpoints, most of them) is not in it, and neither is a connection that has been
 * closed since. Zero without a database.
 */
export const databaseMeter = (database: string | null): (() => number) => {
  if (database === null) return () => 0
  const before = databaseTimes(database)
  return () => [...databaseTimes(database)].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
}

/** Resident memory of a process, in megabytes; NaN where the system does not tell. */
export const residentMegabytes = (pid: number | undefined): number => {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? Number.NaN) / 1024
  } catch {
    return Number.NaN
  }
}
