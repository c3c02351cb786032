import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from './loopback.ts'

/** A Redis for tests, and how to let go of it. */
export interface TestRedis {
  readonly url: string
  close(): Promise<void>
}

const DEFAULT_URL = 'redis://127.0.0.1:6379'

/**
 * TEST_REDIS_URL, else the default local port, else a `redis-server` of our own from the PATH. Where there is none, as
 * `startRedis`.
 */
export const findRedis = async (): Promise<TestRedis | null> => {
  const wanted = process.env['TEST_REDIS_URL'] ?? ((await answers(6379)) ? DEFAULT_URL : null)
  return wanted === null ? startRedis() : { url: wanted, close: () => Promise.resolve() }
}

/** A Redis that a test may kill and freeze. */
export interface OwnRedis extends TestRedis {
  readonly port: number
  /** Stops it in its tracks: connections stay, answers do not come. */
  freeze(): void
  thaw(): void
}

/**
 * Starts a Redis that keeps nothing, on a free port of this machine. Null when there is no `redis-server`, unless
 * REQUIRE_SERVICES=1 makes that an error.
 */
export const startRedis = async (port?: number): Promise<OwnRedis | null> => {
  const chosen = port ?? (await freePort())
  const options = ['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn('redis-server', options, { stdio: 'ignore' })
  const kill = (): void => void server.kill('SIGKILL')
  process.once('exit', kill)
  let isThere = true
  const gone = (): void => void (isThere = false)
  server.once('error', gone).once('exit', gone)
  // Until it is there or has ended, however long a busy machine takes for that.
  while (isThere && !(await answers(chosen))) await new Promise((resolve) => setTimeout(resolve, 20))
  if (!isThere) {
    if (process.env['REQUIRE_SERVICES'] === '1') throw new Error('the tests need a Redis')
    return null
  }
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    close: async () => {
      process.removeListener('exit', kill)
      if (server.exitCode !== null || server.signalCode !== null) return
      kill()
      await once(server, 'exit')
    },
  }
}

/** Says plainly that a suite did not run, where a run without services is allowed. */
export const leaveOut = (suite: string): void => {
  process.stdout.write(`  left out, no Redis here (TEST_REDIS_URL, or redis-server on the PATH): ${suite}\n`)
}

const answers = async (port: number): Promise<boolean> => {
  const redis = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null, connectTimeout: 500 })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    return (await redis.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}
