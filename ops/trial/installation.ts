import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../test/support/servers/loopback.ts'
import { chat } from '../../test/support/accounts/customer.ts'
import type { Customer } from '../../test/support/accounts/customer.ts'
import { EXACT_HOLDS, WORLDS } from '../../test/support/gateway-worlds.ts'
import { runNode } from '../../test/support/processes/child-process.ts'
import type { TestProcess } from '../../test/support/processes/child-process.ts'
import type { TestDatabase } from '../../test/support/servers/databases.ts'
import { startRedis } from '../../test/support/servers/redis.ts'
import type { OwnRedis } from '../../test/support/servers/redis.ts'
import { startTcpProxy } from '../../test/support/servers/tcp-proxy.ts'
import type { TcpProxy } from '../../test/support/servers/tcp-proxy.ts'
import { startYookassa } from '../../test/support/servers/yookassa-server.ts'
import type { YookassaServer } from '../../test/support/servers/yookassa-server.ts'
import { startUpstream } from './upstream.ts'
import type { TrialUpstream } from './upstream.ts'

const ENTRY = join(import.meta.dirname, '../../bin/gateway.js')

/** More models than a metric tells apart. */
const MODELS = Array.from({ length: 24 }, (_, index) => `trial/model-${index}`)

const CATALOG = JSON.stringify({
  providers: [{ id: 'openai', adapter: 'openai-compatible' }],
  models: MODELS.map((id) => ({
    id,
    kind: 'chat',
    limits: { default_output_tokens: 20, max_output_tokens: 400 },
    deployments: [{ provider: 'openai', model: 'trial' }],
    tariff: { unit: 'tokens', input_per_million: '1000', output_per_million: '2000' },
  })),
})

const CALL_EVERY_MS = 200

interface Running {
  current: TestProcess
  /** With more in its environment, where that is given. */
  readonly start: (over?: Readonly<Record<string, string>>) => Promise<void>
}

/** A server and a worker under load, with all that they stand on, each part of which can be made to fail. */
export interface Installation {
  readonly url: string
  readonly addresses: Readonly<Record<'server' | 'worker', string>>
  readonly server: Running
  readonly worker: Running
  readonly database: TestDatabase
  /** The server's way to the database; the worker has its own. */
  readonly proxy: TcpProxy
  readonly upstream: TrialUpstream
  readonly shop: YookassaServer
  readonly redis: OwnRedis | null
  readonly customer: Customer
  /** A customer who makes no calls. */
  readonly idle: Customer
  /** One call of a model by its place in the catalogue. */
  call(model?: number): Promise<number>
  close(): Promise<void>
}

const running = async (
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: RegExp,
): Promise<Running> => {
  const begin = async (over: Readonly<Record<string, string>> = {}): Promise<TestProcess> => {
    const started = runNode([ENTRY, ...argv], { ...env, ...over })
    await started.printed(ready)
    return started
  }
  const process: Running = {
    current: await begin(),
    start: async (over) => {
      process.current = await begin(over)
    },
  }
  return process
}

/** Calls at a steady pace until it is stopped; what a call comes to is of no interest. */
const keepCalling = (call: () => Promise<unknown>): (() => Promise<void>) => {
  let isOver = false
  const under: Set<Promise<unknown>> = new Set()
  const loop = (async () => {
    while (!isOver) {
      const made = call()
        .catch(() => null)
        .finally(() => under.delete(made))
      under.add(made)
      await wait(CALL_EVERY_MS)
    }
  })()
  return async () => {
    isOver = true
    await loop
    await Promise.all(under)
  }
}

export const startInstallation = async (): Promise<Installation> => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-trial-'))
  const catalogFile = join(folder, 'catalog.yaml')
  await writeFile(catalogFile, CATALOG)
  const [upstream, shop, redis] = await Promise.all([startUpstream(), startYookassa(), startRedis()])
  const [port, serverMetrics, workerMetrics] = [await freePort(), await freePort(), await freePort()]
  const world = await WORLDS.PostgreSQL({
    NODE_ENV: 'test',
    REDIS_URL: redis?.url ?? '',
    CATALOG_FILE: catalogFile,
    OPENAI_API_KEY: 'trial',
    OPENAI_BASE_URL: upstream.baseUrl,
    SANDBOX_PAYMENTS: 'off',
    YOOKASSA_SHOP_ID: shop.shopId,
    YOOKASSA_SECRET_KEY: shop.secretKey,
    YOOKASSA_BASE_URL: shop.baseUrl,
    UPSTREAM_CONNECT_TIMEOUT_MS: '500',
    // Readers of one account keep all connections busy.
    ACCOUNT_RATE_LIMIT_PER_MINUTE: '1000000',
  })
  const { database } = world
  if (database?.url === undefined || database.url === null) throw new Error('the trial needs PostgreSQL')
  const behindProxy = new URL(database.url)
  const proxy = await startTcpProxy(Number(behindProxy.port === '' ? 5432 : behindProxy.port))
  behindProxy.hostname = '127.0.0.1'
  behindProxy.port = String(proxy.port)
  const server = await running(
    ['serve'],
    {
      ...world.environment,
      // Its cases count the holds of running calls.
      ...EXACT_HOLDS,
      PORT: String(port),
      DATABASE_URL: behindProxy.href,
      METRICS_PORT: String(serverMetrics),
      WORKER: 'off',
    },
    /"msg":"serving"\}\n/,
  )
  const url = `http://127.0.0.1:${port}`
  const [customer, idle] = [await world.customer(url, '100000'), await world.customer(url, '1')]
  const worker = await running(
    ['work'],
    { ...world.environment, METRICS_PORT: String(workerMetrics), LEDGER_AUDIT_EVERY_MINUTES: '1' },
    /"msg":"working"\}\n/,
  )
  const call = async (model = 0): Promise<number> => {
    const body = { model: MODELS[model], messages: [{ role: 'user', content: 'one two three' }] }
    const response = await chat(url, customer.apiKey, body)
    await response.arrayBuffer()
    return response.status
  }
  const stopCalling = keepCalling(() => call())
  return {
    url,
    addresses: { server: `127.0.0.1:${serverMetrics}`, worker: `127.0.0.1:${workerMetrics}` },
    server,
    worker,
    database,
    proxy,
    upstream,
    shop,
    redis,
    customer,
    idle,
    call,
    close: async () => {
      await stopCalling()
      await Promise.all([server.current.kill('SIGKILL'), worker.current.kill('SIGKILL')])
      await proxy.close()
      await world.remove()
      await Promise.all([upstream.stop(), shop.close(), redis?.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
