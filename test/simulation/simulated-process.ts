import type { Either } from 'fp-ts/lib/Either.js'
import { extendLeases } from '../../src/application/billing/extend-leases.ts'
import { releaseLostHolds } from '../../src/application/billing/release-lost-holds.ts'
import { sweepHolds } from '../../src/application/billing/sweep-holds.ts'
import { deploymentCircuits } from '../../src/application/gateway/circuits.ts'
import { openSettlements, type Settlements } from '../../src/application/gateway/settlements.ts'
import { extendClaims } from '../../src/application/idempotency/extend-claims.ts'
import { failLostRecords } from '../../src/application/idempotency/fail-lost-records.ts'
import type { StoredAnswer } from '../../src/application/idempotency/idempotently.ts'
import { runningClaims } from '../../src/application/idempotency/running-claims.ts'
import { sweepRecords } from '../../src/application/idempotency/sweep-records.ts'
import { memoryUrlFetcher } from '../twins/memory-url-fetcher.ts'
import { CATALOG } from './catalog.ts'
import { askOf } from './endpoints.ts'
import { type FaultyPorts, faultyPorts } from './faulty-ports.ts'
import type { Gates } from './gates.ts'
import type { Request } from './history.ts'
import type { Installation } from './installation.ts'
import { type ScriptedVendor, vendorAdapters } from './scripted-vendors.ts'

/** A process of the service: the real use cases over ports that go wrong. */
export interface SimulatedProcess {
  readonly name: string
  readonly ask: (request: Request) => Promise<Either<{ readonly tag: string }, StoredAnswer>>
  /** Extends its leases, as it does every few seconds while it lives. */
  readonly beat: () => Promise<unknown>
  readonly sweep: (what: 'holds' | 'records' | 'films') => Promise<unknown>
  /** What the only process of an installation does first. */
  readonly takeOver: () => Promise<unknown>
}

export interface Surroundings {
  readonly name: string
  readonly installation: Installation
  readonly gates: Gates
  readonly vendor: ScriptedVendor
  /** Of one user, on a chat model. */
  readonly conversations: readonly string[]
  /** Told of what must never happen. */
  readonly complain: (wrong: string) => void
}

const settlementsOf = ({ ledger, timer }: FaultyPorts, complain: Surroundings['complain']): Settlements =>
  openSettlements({
    ledger,
    timer,
    reporter: {
      delayed: () => undefined,
      abandoned: ({ holdId }) => complain(`the end of ${holdId} was given up`),
      refused: ({ holdId }, outcome) => complain(`the end of ${holdId} was refused: ${outcome}`),
      lost: (operationId, error) => complain(`the end of ${operationId} was lost: ${String(error)}`),
    },
  })

/** All that the use cases of one process share. */
export const dependenciesOf = ({ name, installation, gates, vendor, complain }: Surroundings) => {
  const { ids, now, stores } = installation
  const ports = faultyPorts(installation, gates, name)
  const { chat, images, videos } = vendorAdapters(vendor, gates, name)
  const clock = { now }
  const asking = {
    circuits: deploymentCircuits(clock),
    tokens: { count: async (texts: readonly string[]) => texts.join('').length },
    converter: { convert: () => Promise.reject(new Error('nothing is converted here')) },
  }
  return {
    ...stores,
    ...ports,
    ...asking,
    settlements: settlementsOf(ports, complain),
    running: runningClaims(),
    instance: name,
    catalog: CATALOG,
    ids,
    clock,
    urls: memoryUrlFetcher(new Map()),
    signer: { sign: () => 'signature' },
    chat: { ...asking, providers: new Map([['vendor', chat]]) },
    images: { ...asking, providers: new Map([['vendor', images]]) },
    videos: { ...asking, providers: new Map([['vendor', videos]]) },
  }
}

export type Dependencies = ReturnType<typeof dependenciesOf>

export const startProcess = (surroundings: Surroundings): SimulatedProcess => {
  const { name, installation } = surroundings
  const { holds } = installation
  const { idempotency } = installation.stores
  const deps = dependenciesOf(surroundings)
  const sweeps = {
    holds: sweepHolds({ holds, ledger: deps.ledger }),
    records: sweepRecords({ idempotency }),
    films: async () => 0,
  }
  const extend = [extendLeases({ holds, instance: name }), extendClaims({ idempotency, running: deps.running })]
  return {
    name,
    ask: askOf(deps, surroundings),
    beat: () => Promise.all(extend.map((each) => each())),
    sweep: (what) => sweeps[what](),
    takeOver: async () => {
      await releaseLostHolds({ holds, ledger: installation.ledger })(name)
      await failLostRecords({ idempotency })(name)
    },
  }
}
