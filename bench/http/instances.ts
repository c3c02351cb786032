import type { Child } from '../targets/child-process.ts'
import { freePort } from '../../test/support/servers/loopback.ts'
import { environmentOf, makeInstallation, ROOT, spawnGateway } from '../targets/gateway-target.ts'
import { withUpstream } from '../targets/with-targets.ts'
import { number } from '../report.ts'
import type { Gate } from '../report.ts'
import { median } from '../statistics.ts'
import { writeCustomers } from './customers.ts'
import { callOf, runJob } from './measure-http.ts'
import { databaseMeter, treeSeconds } from './processor-time.ts'
import { orderOf } from './round-order.ts'

/** So many processes on one database, and one of them alone. */
const INSTANCES = [1, 2, 4] as const
const WALLETS = [1, 1_000] as const

/**
 * To each process, by the number of wallets. It gets as many as one alone, so that only what processes cost each other
 * differs: with fewer calls a process, fewer would share a commit. Each key calls each process often enough to be busy
 * there, which is three calls in ten seconds: the calls of other keys take holds of their own, and two processes that
 * place those for one wallet make each other decide again. All together are less than two cores can do.
 */
const CALLS_A_SECOND = { 1: 200, 1_000: 300 } as const
const CONNECTIONS = 16

/** First as fast as it goes, each key several times in a row: so it is busy at once, however slow the machine is. */
const WARM_SECONDS = 4
const CALLS_IN_A_ROW = 4
/** Then until every key is busy at every process, and what the phase before reserved elsewhere has gone back. */
const SETTLE_SECONDS = 20
const MEASURED_SECONDS = 10

interface Instance {
  readonly child: Child
  readonly metricsPort: number
}

interface Installed {
  readonly instances: readonly Instance[]
  readonly database: string
  readonly keys: readonly string[]
}

/** What so many instances did together, in one round. */
interface Round {
  readonly perSecond: number
  readonly p99Ms: number
  readonly ownMicros: number
  readonly databaseMicros: number
  readonly staleBatches: number
  /** Calls that had a hold of their own. */
  readonly exactHolds: number
  readonly failures: number
}

interface InstancesBench {
  readonly wallets: (typeof WALLETS)[number]
  readonly instances: (typeof INSTANCES)[number]
  readonly rounds: readonly Round[]
}

/** The sum of a figure over the instances. */
const figureOf = async (instances: readonly Instance[], name: string): Promise<number> => {
  const figures = await Promise.all(
    instances.map(async ({ metricsPort }) => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const line = text.split('\n').find((each) => each.startsWith(`${name} `))
      return Number(line?.slice(name.length) ?? 0)
    }),
  )
  return figures.reduce((sum, figure) => sum + figure, 0)
}

const usedBy = async (instances: readonly Instance[]) => ({
  own: instances.reduce((sum, { child }) => sum + treeSeconds(child.process.pid), 0),
  stale: await figureOf(instances, 'gateway_ledger_stale_batches_total'),
  exact: await figureOf(instances, 'gateway_calls_held_total{by="own_hold"}'),
})

const measure = async (
  load: Child,
  { instances: all, database, keys }: Installed,
  count: (typeof INSTANCES)[number],
  wallets: (typeof WALLETS)[number],
): Promise<Round> => {
  const instances = all.slice(0, count)
  const job = {
    ...callOf(false),
    ports: instances.map(({ child }) => child.port),
    customers: keys.slice(0, wallets).map((key) => ({ authorization: `Bearer ${key}` })),
    connections: CONNECTIONS * count,
  }
  const ratePerSecond = CALLS_A_SECOND[wallets] * count
  const inARow = job.customers.flatMap((customer) => Array.from({ length: CALLS_IN_A_ROW }, () => customer))
  await runJob(load, { ...job, customers: inARow, seconds: WARM_SECONDS * count, ratePerSecond: null })
  await runJob(load, { ...job, seconds: SETTLE_SECONDS, ratePerSecond })
  const before = await usedBy(instances)
  const ofDatabase = databaseMeter(database)
  const result = await runJob(load, { ...job, seconds: MEASURED_SECONDS, ratePerSecond })
  const microsOf = (seconds: number): number => (seconds * 1_000_000) / result.calls
  const databaseMicros = microsOf(ofDatabase())
  const after = await usedBy(instances)
  return {
    ...result,
    ownMicros: microsOf(after.own - before.own),
    databaseMicros,
    staleBatches: after.stale - before.stale,
    exactHolds: after.exact - before.exact,
  }
}

const withInstances = <A>(work: (load: Child, installed: Installed) => Promise<A>): Promise<A> =>
  withUpstream(async (load, upstreamPort) => {
    const installation = await makeInstallation()
    const instances: Instance[] = []
    try {
      for (const _ of Array.from({ length: Math.max(...INSTANCES) })) {
        const [port, metricsPort] = [await freePort(), await freePort()]
        const env = {
          ...environmentOf(installation, upstreamPort, ROOT),
          METRICS_PORT: String(metricsPort),
          LEDGER_AUDIT_EVERY_MINUTES: '0',
        }
        instances.push({ child: await spawnGateway(port, env, ROOT), metricsPort })
      }
      const keys = await writeCustomers(installation.url, Math.max(...WALLETS))
      return await work(load, { instances, database: installation.database, keys })
    } finally {
      await Promise.all(instances.map(({ child }) => child.stop()))
      await installation.remove()
    }
  })

/**
 * Several processes on one wallet and on a thousand, beside one of them alone: rounds that stand side by side are
 * compared.
 */
export const benchInstances = (rounds: number): Promise<readonly InstancesBench[]> =>
  withInstances(async (load, installed) => {
    const bench = WALLETS.flatMap((wallets) =>
      INSTANCES.map((instances) => ({ wallets, instances, rounds: [] as Round[] })),
    )
    for (let round = 0; round < rounds; round += 1) {
      for (const one of orderOf(bench, round)) {
        one.rounds.push(await measure(load, installed, one.instances, one.wallets))
      }
    }
    return bench
  })

const nameOf = ({ wallets, instances }: InstancesBench): string =>
  `${instances} instance${instances === 1 ? '' : 's'}, ${number(wallets)} wallet${wallets === 1 ? '' : 's'}`

const sumOf = (rounds: readonly Round[], field: keyof Round): number =>
  rounds.reduce((sum, round) => sum + round[field], 0)

export const instancesTable = (bench: readonly InstancesBench[]): string =>
  [
    'instances on one database'.padEnd(40) +
      ['req/s', 'p99 ms', 'cpu us/call', 'database us/call', 'stale batches', 'own holds', 'failed']
        .map((title) => title.padStart(18))
        .join(''),
    ...bench.map((one) => {
      const middle = (field: keyof Round, digits = 0): string =>
        number(median(one.rounds.map((round) => round[field])), digits)
      const sums = (['staleBatches', 'exactHolds', 'failures'] as const).map((field) =>
        number(sumOf(one.rounds, field)),
      )
      return (
        `  ${nameOf(one)}`.padEnd(40) +
        [middle('perSecond'), middle('p99Ms', 2), middle('ownMicros'), middle('databaseMicros'), ...sums]
          .map((cell) => cell.padStart(18))
          .join('')
      )
    }),
  ].join('\n')

const microsOf = (round: Round | undefined): number =>
  round === undefined ? Number.NaN : round.ownMicros + round.databaseMicros

export const instancesGates = (bench: readonly InstancesBench[]): readonly Gate[] =>
  bench
    .filter(({ instances }) => instances > 1)
    .flatMap((one): readonly Gate[] => {
      const alone = bench.find(({ wallets, instances }) => wallets === one.wallets && instances === 1)?.rounds ?? []
      return [
        {
          name: `${nameOf(one)}: stale batches`,
          value: sumOf(one.rounds, 'staleBatches'),
          gate: 1,
          goal: null,
          direction: 'under',
          unit: '',
        },
        {
          name: `${nameOf(one)}: processor time a call, of one alone`,
          value: median(one.rounds.map((round, index) => microsOf(round) / microsOf(alone[index]))),
          gate: 1.1,
          goal: null,
          direction: 'under',
          unit: ' x',
        },
      ]
    })
