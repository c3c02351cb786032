import { randomBytes } from 'node:crypto'
import { freshDatabase } from './servers/databases.ts'
import type { TestDatabase } from './servers/databases.ts'
import { makeCustomer } from './accounts/customer.ts'
import type { Customer } from './accounts/customer.ts'
import { makeDataDir, makeMigratedDataDir, carryOut, startGateway } from './processes/gateway-process.ts'
import type { CommandResult, GatewayProcess } from './processes/gateway-process.ts'
import { serveHere } from './processes/serve-here.ts'
import type { ServiceHere, TestOptions } from './processes/serve-here.ts'

/** Limits that a test's own sign-ups do not run into. */
const GENEROUS = {
  AUTH_RATE_LIMIT_PER_MINUTE: '100000',
  AUTH_RATE_LIMIT_PER_EMAIL_PER_MINUTE: '100000',
  RATE_LIMIT_PER_MINUTE: '100000',
  ACCOUNT_RATE_LIMIT_PER_MINUTE: '100000',
  PUBLIC_RATE_LIMIT_PER_MINUTE: '100000',
}

/** An installation that outlives its services: its database, and how to serve on it. */
export interface GatewayWorld {
  readonly environment: Readonly<Record<string, string>>
  /** The test's own way to the rows; null if the serving process alone has one. */
  readonly database: TestDatabase | null
  /** Serves in the process of the test. */
  serve(over?: Readonly<Record<string, string>>, options?: TestOptions): Promise<ServiceHere>
  /** Serves in a process of its own, which a test may kill. */
  start(over?: Readonly<Record<string, string>>, argv?: readonly string[]): Promise<GatewayProcess>
  /** A customer at a service of this installation, whose roubles an operator credited: no provider sells any. */
  customer(url: string, roubles: string): Promise<Customer>
  /** Runs the operator's `ledger audit`. */
  audit(): Promise<CommandResult>
  remove(): Promise<void>
}

type WorldName = 'the embedded database' | 'PostgreSQL'

const worldOf = (
  environment: Readonly<Record<string, string>>,
  database: TestDatabase | null,
  remove: () => Promise<void>,
): GatewayWorld => {
  const serving: ServiceHere[] = []
  const started: GatewayProcess[] = []
  return {
    environment: { ...GENEROUS, ...environment },
    database,
    customer: async (url, roubles) => {
      const customer = await makeCustomer(url, '0')
      const credit = await carryOut(['users', 'credit', customer.email, roubles], environment)
      if (credit.exit !== 0) throw new Error(`the credit was refused: ${credit.stderr}`)
      return customer
    },
    audit: () => carryOut(['ledger', 'audit'], environment),
    serve: async (over = {}, options?: TestOptions) => {
      const service = await serveHere({ ...GENEROUS, ...environment, ...over }, options)
      serving.push(service)
      return service
    },
    start: async (over = {}, argv?: readonly string[]) => {
      const gateway = await startGateway({ ...GENEROUS, ...environment, ...over }, argv)
      started.push(gateway)
      return gateway
    },
    remove: async () => {
      await Promise.all(serving.map((service) => service.stop()))
      await Promise.all(started.map((gateway) => gateway.end('SIGKILL').catch(() => null)))
      await remove()
    },
  }
}

/**
 * For suites that compare balances call by call: each call has a hold of its own, so the balance is at rest as soon as
 * the call has ended. Money that is reserved ahead is held ten seconds longer.
 */
export const EXACT_HOLDS = { RESERVATIONS: 'off' } as const

/** For suites of other callers who read a balance now and then: what is reserved for a key soon goes back. */
export const QUICK_GIVE_BACK = { RESERVATIONS_IDLE_MS: '1' } as const

/** For suites with a provider that is paid for what it does: beside such a one the sandbox sells no roubles. */
export const PAID_PROVIDERS = { SANDBOX_PAYMENTS: 'off' } as const

/** An installation on a PostgreSQL database that a test has made, and that is closed with it where it is given. */
export const worldOn = async (
  environment: Readonly<Record<'DATABASE_URL', string> & Record<string, string>>,
  database: TestDatabase | null = null,
): Promise<GatewayWorld> => {
  const dataDir = await makeDataDir()
  // Customers of tests buy from the sandbox, which sells by itself on the embedded database alone.
  const own = { SANDBOX_PAYMENTS: 'on', DATA_DIR: dataDir.path }
  return worldOf({ ...own, ...environment }, database, async () => {
    await database?.close()
    await dataDir.remove()
  })
}

/** Fresh installations on each engine, with the variables that are given beside their own. */
export const WORLDS: Readonly<
  Record<WorldName, (environment?: Readonly<Record<string, string>>) => Promise<GatewayWorld>>
> = {
  'the embedded database': async (environment = {}) => {
    const dataDir = await makeMigratedDataDir()
    return worldOf({ ...environment, DATA_DIR: dataDir.path }, null, dataDir.remove)
  },
  PostgreSQL: async (environment = {}) => {
    const database = await freshDatabase('postgresql')
    return worldOn({ DATABASE_URL: database.url ?? '', ...environment }, database)
  },
}

/** What the embedded database has by itself, and an operator sets on PostgreSQL. */
const AS_EMBEDDED = { MASTER_KEY: randomBytes(32).toString('base64'), SIGNUP_BONUS_TOKEN: '100' }

/** The installation of a suite whose subject is no engine: of the two, PostgreSQL takes less of the processor. */
export const openWorld = (environment: Readonly<Record<string, string>> = {}): Promise<GatewayWorld> =>
  WORLDS.PostgreSQL({ ...AS_EMBEDDED, ...environment })

export const WORLD_NAMES = Object.keys(WORLDS) as readonly WorldName[]
