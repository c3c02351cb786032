import { openLoadConnection } from './load-connection.ts'
import type { Exchange, LoadConnection } from './load-connection.ts'
import { ascending, percentile } from '../statistics.ts'

/**
 * Closed loop without a rate: every connection sends as soon as it has its answer. With one: calls are due by the
 * clock.
 */
export interface LoadJob {
  /** Where calls go, to each as often as to the others. */
  readonly ports: readonly number[]
  readonly path: string
  /** The headers of each customer, who call in turn. */
  readonly customers: readonly Readonly<Record<string, string>>[]
  readonly body: string
  /** Of all ports together, as is the rate. */
  readonly connections: number
  readonly seconds: number
  readonly ratePerSecond: number | null
}

export interface LoadResult {
  /** Calls that were answered with 200. */
  readonly calls: number
  readonly perSecond: number
  readonly eventsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly firstByteP50Ms: number
  readonly firstByteP99Ms: number
  /** The longest time for which any answer that had begun brought nothing. */
  readonly longestGapMs: number
  readonly failures: number
}

const requestOf = ({ path, body }: LoadJob, port: number, customer: Readonly<Record<string, string>>): Buffer => {
  const headers = { host: `127.0.0.1:${port}`, 'content-type': 'application/json', ...customer }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${head.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** The requests to one port, one customer's after the other's, for ever. */
function* requestsTo(job: LoadJob, port: number): Generator<Buffer, never> {
  const requests = job.customers.map((customer) => requestOf(job, port, customer))
  for (;;) yield* requests
}

type Requests = Generator<Buffer, never>

const closedLoop = async (
  requests: Requests,
  connections: readonly LoadConnection[],
  until: number,
): Promise<Exchange[]> => {
  const exchanges: Exchange[] = []
  const caller = async (connection: LoadConnection): Promise<void> => {
    while (performance.now() < until) exchanges.push(await connection.send(requests.next().value))
  }
  await Promise.all(connections.map(caller))
  return exchanges
}

/** A call that finds no free connection waits, and its wait counts: a slow target cannot slow the clock. */
const openLoop = (requests: Requests, connections: readonly LoadConnection[], until: number, rate: number) =>
  new Promise<Exchange[]>((resolve, reject) => {
    const exchanges: Exchange[] = []
    const free = [...connections]
    const due: number[] = []
    const begun = performance.now()
    let scheduled = 0
    const start = (): void => {
      while (due.length > 0 && free.length > 0) {
        const connection = free.pop()
        const dueAt = due.shift()
        if (connection === undefined || dueAt === undefined) return
        const waitedMs = performance.now() - dueAt
        connection.send(requests.next().value).then((exchange) => {
          const { firstByteMs, totalMs } = exchange
          exchanges.push({ ...exchange, firstByteMs: firstByteMs + waitedMs, totalMs: totalMs + waitedMs })
          free.push(connection)
          start()
        }, reject)
      }
    }
    const clock = setInterval(() => {
      const now = performance.now()
      const shouldHave = Math.floor(((Math.min(now, until) - begun) * rate) / 1000)
      for (; scheduled < shouldHave; scheduled += 1) due.push(now)
      start()
      if (now < until || due.length > 0 || free.length < connections.length) return
      clearInterval(clock)
      resolve(exchanges)
    }, 1)
  })

const summary = (exchanges: readonly Exchange[], elapsedMs: number): LoadResult => {
  const good = exchanges.filter(({ status }) => status === 200)
  const total = ascending(good.map(({ totalMs }) => totalMs))
  const first = ascending(good.map(({ firstByteMs }) => firstByteMs))
  return {
    calls: good.length,
    perSecond: (good.length * 1000) / elapsedMs,
    eventsPerSecond: (good.reduce((sum, { events }) => sum + events, 0) * 1000) / elapsedMs,
    p50Ms: percentile(total, 0.5),
    p99Ms: percentile(total, 0.99),
    firstByteP50Ms: percentile(first, 0.5),
    firstByteP99Ms: percentile(first, 0.99),
    longestGapMs: good.reduce((longest, { longestGapMs }) => Math.max(longest, longestGapMs), 0),
    failures: exchanges.length - good.length,
  }
}

const perform = async (job: LoadJob): Promise<LoadResult> => {
  const { ports, ratePerSecond } = job
  const each = Math.ceil(job.connections / ports.length)
  const connections = await Promise.all(
    ports.map((port) => Promise.all(Array.from({ length: each }, () => openLoadConnection(port)))),
  )
  const begun = performance.now()
  const until = begun + job.seconds * 1000
  const exchanges = await Promise.all(
    connections.map((ofPort, index) => {
      const requests = requestsTo(job, ports[index] ?? 0)
      return ratePerSecond === null
        ? closedLoop(requests, ofPort, until)
        : openLoop(requests, ofPort, until, ratePerSecond / ports.length)
    }),
  )
  const result = summary(exchanges.flat(), performance.now() - begun)
  for (const connection of connections.flat()) connection.close()
  return result
}

process.on('message', (job: LoadJob) => {
  perform(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: 0 })
