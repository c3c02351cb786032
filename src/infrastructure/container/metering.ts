import { journalingLedger as makeJournalingLedger } from '../../application/billing/journal-charges.ts'
import { submitCharges as makeSubmitCharges } from '../../application/gateway/metering/submit-charges.ts'
import type { AdmittingInstance } from '../../application/instances/running-instance.ts'
import { sweepHolds as makeSweepHolds } from '../../application/billing/holds/sweep-holds.ts'
import {
  askingLedger as makeAskingLedger,
  askingUnitOfWork as makeAskingUnitOfWork,
} from '../../application/billing/reservations/ask-back.ts'
import { giveBackPressed as makeGiveBackPressed } from '../../application/billing/reservations/give-back-pressed.ts'
import { reservationBook as makeReservationBook } from '../../application/billing/reservations/reservation-book.ts'
import { firstTokens as makeFirstTokens } from '../../application/gateway/metering/first-tokens.ts'
import { keyRefusals as makeKeyRefusals } from '../../application/gateway/metering/key-refusals.ts'
import { sweepReservations as makeSweepReservations } from '../../application/billing/holds/sweep-reservations.ts'
import { readReceipt as makeReadReceipt } from '../../application/gateway/metering/read-receipt.ts'
import { outageRecovery as makeOutageRecovery } from '../../application/gateway/metering/outage-recovery.ts'
import { openSettlements } from '../../application/gateway/metering/settlements.ts'
import { keptLimits as makeKeptLimits } from '../../application/gateway/routing/kept-limits.ts'
import { deploymentCircuitBreakers } from '../../application/gateway/routing/circuit-breakers.ts'
import { warmCaches as makeWarmCaches } from '../../application/gateway/routing/warm-caches.ts'
import { failStrayClaims as makeFailStrayClaims } from '../../application/idempotency/fail-stray-claims.ts'
import { runningClaims } from '../../application/idempotency/claim-ends.ts'
import { keyedCalls as makeKeyedCalls } from '../../application/idempotency/keyed-calls.ts'
import { sweepRecords as makeSweepRecords } from '../../application/idempotency/sweep-records.ts'
import { logOutputLimits } from '../observability/log-output-limits.ts'
import { logSettlements } from '../observability/log-settlements.ts'
import { readRequestEndpoint } from '../../adapters/http/account/usage/read-request.ts'
import { readReceiptEndpoint } from '../../adapters/http/openai/receipts/read-receipt.ts'
import {
  deploymentSwitches,
  firstTokenLog,
  holds,
  idempotency,
  keyNames,
  marks,
  pressedWallets,
  receipts,
  reservations,
  unitOfWork,
  wallets,
} from './persistence.ts'
import { clock, ids, instance, monotonicMs, timer } from './runtime.ts'
import { provision, provisionOf } from './provision.ts'
import {
  catalog,
  config,
  database,
  journal,
  ledger,
  log,
  media,
  observation,
  tokenLimiter,
  tracedReservations,
} from './resources.ts'

export const sweepHolds = provision('sweepHolds', makeSweepHolds, { holds, ledger })
export const sweepReservations = provision('sweepReservations', makeSweepReservations, { reservations, ledger })

/** The claims on Idempotency-Keys that this process executes. */
const running = provision('running', () => runningClaims(), {})
export const keyedCalls = provision(
  'keyedCalls',
  ({ log: out, ...deps }) =>
    makeKeyedCalls({
      ...deps,
      onLost: (operationId, err) => out.error({ operationId, err }, 'an answer could not be recorded under its key'),
    }),
  { log, idempotency, running, media, ids, instance, timer },
)
export const failStrayClaims = provision('failStrayClaims', makeFailStrayClaims, {
  idempotency,
  running,
  instance,
})
export const sweepRecords = provision('sweepRecords', makeSweepRecords, { idempotency })

const reporter = provision('settlementReporter', (deps) => deps.observation.reporter(logSettlements(deps)), {
  log,
  observation,
})
const journalingLedger = provision('journalingLedger', makeJournalingLedger, { ledger, journal })
export const settlements = provision(
  'settlements',
  ({ observation: observed, ...deps }) => observed.settlements(openSettlements(deps)),
  { observation, ledger: journalingLedger, timer, reporter },
)
export const firstTokens = provision('firstTokens', makeFirstTokens, { firstTokenLog, clock })
export const submitCharges = provision('submitCharges', makeSubmitCharges, { settlements })

/** While the database is away calls begin only where their charges have room on disk. */
const admittingInstance = provision(
  'admittingInstance',
  (deps): AdmittingInstance => ({
    get id() {
      return deps.instance.id
    },
    mayAdmit: () => deps.instance.mayAdmit() && (!deps.database.presence.isAway() || deps.journal.hasRoom()),
  }),
  { instance, database, journal },
)

/** Keys that money is reserved for at once: half a kilobyte each. */
const MOST_RESERVED_KEYS = 20_000

/** What this process has reserved ahead for the calls of its busy keys. */
export const reservationBook = provision(
  'reservationBook',
  ({ log: out, config: set, observation: observed, tracedReservations: traced, ...deps }) =>
    observed.reservations(
      traced(
        makeReservationBook({
          ...deps,
          mostKeys: set.reservations ? MOST_RESERVED_KEYS : 0,
          idleMs: set.reservationsIdleMs,
          onTrouble: (reservationId, trouble) =>
            out.error({ reservationId, trouble }, 'the ledger and this process disagree about a reservation'),
        }),
      ),
    ),
  { log, config, observation, tracedReservations, ledger, instance: admittingInstance, ids, monotonicMs },
)
export const outageRecovery = provision(
  'outageRecovery',
  ({ log: out, ...deps }) =>
    makeOutageRecovery({ ...deps, onFailure: (err) => out.error({ err }, 'the first beat after an outage failed') }),
  { log, instance, settlements, reservations: reservationBook, timer },
)
/**
 * Used by commands that can lack money: they are refused only after this process has returned the money that it has
 * reserved for the wallet.
 */
export const askingLedger = provision('askingLedger', makeAskingLedger, {
  ledger,
  reservedMoney: reservationBook,
  pressedWallets,
})
export const askingUnitOfWork = provision('askingUnitOfWork', makeAskingUnitOfWork, {
  unitOfWork,
  reservedMoney: reservationBook,
  pressedWallets,
})
export const giveBackPressed = provision('giveBackPressed', makeGiveBackPressed, {
  pressedWallets,
  instance,
  reservations: reservationBook,
})
export const circuits = provision('circuits', ({ switches, ...deps }) => deploymentCircuitBreakers(deps, switches), {
  clock,
  monotonicMs,
  switches: deploymentSwitches,
})
export const warmCaches = provision('warmCaches', (deps) => makeWarmCaches(deps.monotonicMs), { monotonicMs })
export const keptLimits = provision('keptLimits', (deps) => makeKeptLimits(logOutputLimits(deps)), { log })
const readReceipt = provision('readReceipt', makeReadReceipt, {
  receipts,
  settlements,
  reservations: reservationBook,
  wallets,
  keyNames,
  timer,
})

export const keyRefusals = provision('keyRefusals', makeKeyRefusals, { marks, monotonicMs })

/** What every call that costs money needs. */
export const paidCallDeps = {
  ledger: askingLedger,
  settlements,
  instance,
  reservations: reservationBook,
  tokenLimiter,
  keyRefusals,
  catalog,
  circuits,
  ids,
}

export const receiptEndpoints = [
  provisionOf(readReceiptEndpoint, readReceipt),
  provisionOf(readRequestEndpoint, readReceipt),
]
