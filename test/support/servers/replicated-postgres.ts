import { execFile, spawnSync } from 'node:child_process'
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './loopback.ts'

const exec = promisify(execFile)

/** PostgreSQL refuses to run as root; then its files belong to the user that its package made. */
export const ownerOfPostgres = (): { readonly uid: number; readonly gid: number } | Record<string, never> => {
  if (process.getuid?.() !== 0) return {}
  const idOf = (kind: string): number => Number(spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Whether this machine can start servers of its own. */
export const canReplicate = (): boolean =>
  ['initdb', 'pg_ctl', 'pg_basebackup'].every((tool) => spawnSync(tool, ['--version']).status === 0)

export interface ReplicatedPostgres {
  /** Names both servers. */
  readonly url: string
  /** Stops the primary as an operator does, or kills it as a lost power line would. */
  stopPrimary(how: 'fast' | 'immediate'): Promise<void>
  startPrimary(): Promise<void>
  /** The port of the primary, for what stands before it. */
  readonly primaryPort: number
  /** Kills the primary as a lost machine would be, and makes the standby the primary. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

/** A primary and a standby that has every commit before it is acknowledged, in a directory that `stop` removes. */
export const startReplicatedPostgres = async (): Promise<ReplicatedPostgres> => {
  const as = ownerOfPostgres()
  const parent = await mkdtemp(path.join(tmpdir(), 'gateway-failover-'))
  await chmod(parent, 0o777)
  const [primary, standby] = [path.join(parent, 'primary'), path.join(parent, 'standby')]
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const run = (tool: string, ...given: readonly string[]) => exec(tool, given, { ...as, cwd: parent })
  const start = (dir: string, port: number) => {
    const flags = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${parent}`
    return run('pg_ctl', '-D', dir, '-w', '-t', '120', '-l', `${dir}.log`, '-o', flags, 'start')
  }
  await run('initdb', '-D', primary, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C')
  await appendFile(path.join(primary, 'postgresql.conf'), 'wal_level = replica\nmax_wal_senders = 4\n')
  await start(primary, primaryPort)
  const source = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres']
  await run('pg_basebackup', ...source, '-D', standby, '-R', '-X', 'stream', '-c', 'fast')
  await start(standby, standbyPort)
  await run('psql', ...source, '-c', `alter system set synchronous_standby_names = '*'`)
  await run('psql', ...source, '-c', 'select pg_reload_conf()')
  const stopIn = (dir: string, mode: string) => run('pg_ctl', '-D', dir, '-w', '-t', '120', '-m', mode, 'stop')
  const stopOne = (dir: string) => stopIn(dir, 'immediate').catch(() => undefined)
  return {
    url: `postgres://postgres@127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}/postgres`,
    primaryPort,
    stopPrimary: async (how) => {
      await stopIn(primary, how)
    },
    startPrimary: async () => {
      await start(primary, primaryPort)
    },
    failOver: async () => {
      await stopOne(primary)
      // The new primary has no standby to wait for.
      await appendFile(path.join(standby, 'postgresql.auto.conf'), `synchronous_standby_names = ''\n`)
      await run('pg_ctl', '-D', standby, '-w', '-t', '120', 'promote')
      await run('pg_ctl', '-D', standby, 'reload')
    },
    stop: async () => {
      await stopOne(primary)
      await stopOne(standby)
      await rm(parent, { recursive: true, force: true })
    },
  }
}
