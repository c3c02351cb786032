import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '../eventually.ts'
import { freePort } from './loopback.ts'
import { ownerOfPostgres } from './replicated-postgres.ts'

/** A program that stands between the service and PostgreSQL. */
export interface ConnectionPooler {
  readonly url: string
  close(): Promise<void>
}

type Program = 'haproxy' | 'pgbouncer'

const PLACES: Readonly<Record<Program, string>> = { haproxy: '/usr/sbin/haproxy', pgbouncer: '/usr/sbin/pgbouncer' }

export const canStand = (program: Program): boolean => spawnSync(PLACES[program], ['-v']).error === undefined

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

const startProgram = async (
  program: Program,
  argsOf: (file: string) => readonly string[],
  settingsOf: (port: number) => string,
): Promise<ConnectionPooler> => {
  const [directory, port] = [await mkdtemp(path.join(tmpdir(), `gateway-${program}-`)), await freePort()]
  await chmod(directory, 0o755)
  const file = path.join(directory, 'settings')
  await writeFile(file, settingsOf(port))
  const child: ChildProcess = spawn(PLACES[program], argsOf(file), { stdio: 'ignore', ...ownerOfPostgres() })
  const ended = new Promise((resolve) => void child.once('exit', resolve))
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  await eventually(() => accepts(port))
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    close: async () => {
      process.removeListener('exit', kill)
      kill()
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** HAProxy, which passes on the connections of one server as they are. */
export const startHaproxy = (serverPort: number): Promise<ConnectionPooler> =>
  startProgram(
    'haproxy',
    (file) => ['-db', '-f', file],
    (port) => `
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
frontend gateway
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  server primary 127.0.0.1:${serverPort}
`,
  )

/** PgBouncer in one of its modes; `ignores` names the settings of sessions that it takes and drops. */
export const startPgbouncer = (
  serverPort: number,
  mode: 'session' | 'transaction',
  ignores: string,
): Promise<ConnectionPooler> =>
  startProgram(
    'pgbouncer',
    (file) => [file],
    (port) => `
[databases]
* = host=127.0.0.1 port=${serverPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = ${ignores}
`,
  )
