import { extendLeases as makeExtendLeases } from '../../application/billing/holds/extend-leases.ts'
import { releaseLostHolds as makeReleaseLostHolds } from '../../application/billing/holds/release-lost-holds.ts'
import { sweepHolds as makeSweepHolds } from '../../application/billing/holds/sweep-holds.ts'
import { readReceipt as makeReadReceipt } from '../../application/gateway/metering/read-receipt.ts'
import { openSettlements } from '../../application/gateway/metering/settlements.ts'
import { deploymentCircuitBreakers } from '../../application/gateway/routing/try-deployments.ts'
import { warmCaches as makeWarmCaches } from '../../application/gateway/routing/warm-caches.ts'
import { failLostRecords as makeFailLostRecords } from '../../application/idempotency/fail-lost-records.ts'
import { keyedCalls as makeKeyedCalls, runningClaims } from '../../application/idempotency/keyed-calls.ts'
import { sweepRecords as makeSweepRecords } from '../../application/idempotency/sweep-records.ts'
import { logSettlements } from '../observability/log-settlements.ts'
import { readReceiptEndpoint } from '../../adapters/http/openai/receipts/read-receipt.ts'
import { holds, idempotency, receipts } from './persistence.ts'
import { provision, provisionOf } from './provision.ts'
import { catalog, instance, ledger, log, media } from './resources.ts'
import { clock, ids, timer } from './runtime.ts'

export const sweepHolds = provision('sweepHolds', makeSweepHolds, { holds, ledger })
export const releaseLostHolds = provision('releaseLostHolds', makeReleaseLostHolds, { holds, ledger })

/** The claims on Idempotency-Keys that this process executes. */
const running = provision('running', runningClaims, {})
export const keyedCalls = provision(
  'keyedCalls',
  ({ log: out, ...deps }) =>
    makeKeyedCalls({
      ...deps,
      onLost: (operationId, err) => out.error({ operationId, err }, 'an answer could not be recorded under its key'),
    }),
  { log, idempotency, running, media, ids, instance },
)
export const extendLeases = provision('extendLeases', makeExtendLeases, { holds, idempotency, running, instance })
export const failLostRecords = provision('failLostRecords', makeFailLostRecords, { idempotency })
export const sweepRecords = provision('sweepRecords', makeSweepRecords, { idempotency })

const reporter = provision('settlementReporter', logSettlements, { log })
export const settlements = provision('settlements', openSettlements, { ledger, timer, reporter })
export const circuits = provision('circuits', (deps) => deploymentCircuitBreakers(deps.clock), { clock })
export const warmCaches = provision('warmCaches', (deps) => makeWarmCaches(deps.clock), { clock })
const readReceipt = provision('readReceipt', makeReadReceipt, { receipts, settlements, timer })

/** What every call that costs money needs. */
export const paidCallDeps = { ledger, settlements, instance, catalog, circuits, ids }

export const receiptEndpoints = [provisionOf(readReceiptEndpoint, readReceipt)]
