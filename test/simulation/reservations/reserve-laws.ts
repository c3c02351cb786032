import type { HoldFailure } from '../../../src/application/gateway/metering/hold-failure.ts'
import { openSum } from '../../../src/domain/ledger/reservation.ts'
import type { Reservation } from '../../../src/domain/ledger/reservation.ts'
import { minMicro } from '../../../src/domain/money/money.ts'
import { costOf } from './agent-calls.ts'
import type { MovedFact, ReserveFacts } from './reserve-installation.ts'
import type { SimulatedCall } from './reserving-process.ts'

/** A call for which no money was held, and the reason. */
export interface Refusal {
  readonly call: SimulatedCall
  readonly failure: HoldFailure
}

/** What was written down, and what the world outside knows besides. */
export interface ReserveSeen {
  readonly facts: ReserveFacts
  /** The same after the step before. */
  readonly before: ReserveFacts
  readonly calls: ReadonlyMap<string, SimulatedCall>
  /** The instances of the processes that run. */
  readonly running: ReadonlySet<string>
  /** What was refused in this step; only where nothing else happened in it. */
  readonly refusals: readonly Refusal[]
  /** Whether in this step every process was awake, reached the database and had looked at the marks. */
  readonly haveLooked: boolean
  /** The most that was ever asked for, by reservation. */
  readonly asked: ReadonlyMap<string, bigint>
}

/** Says what is wrong, one sentence each; nothing where the law holds. */
type Law = (seen: ReserveSeen) => Iterable<string>

const sumOf = (sums: Iterable<bigint>): bigint => [...sums].reduce((total, each) => total + each, 0n)

const openHolds = ({ holds }: ReserveFacts, isMeant: (budgetId: string | null) => boolean): bigint =>
  sumOf(
    [...holds.values()].filter((each) => each.state === 'held' && isMeant(each.budgetId)).map((each) => each.amount),
  )

const openReservations = ({ reservations }: ReserveFacts, isMeant: (each: Reservation) => boolean): bigint =>
  sumOf([...reservations.values()].filter(isMeant).map(openSum))

/** 1. What is held is what open holds and open reservations hold, and is there. */
function* heldAgrees({ facts }: ReserveSeen): Iterable<string> {
  const { wallet, keys, transfers } = facts
  const balance = sumOf(transfers.map(({ moved }) => moved))
  if (wallet.balance !== balance) yield `the balance is ${wallet.balance}, its movements ${balance}`
  if (wallet.held < 0n || wallet.balance < wallet.held) yield `${wallet.held} of ${wallet.balance} is held`
  const reserved = openReservations(facts, () => true)
  if (wallet.reserved !== reserved) yield `${wallet.reserved} is reserved, in reservations ${reserved}`
  const held = openHolds(facts, () => true) + reserved
  if (wallet.held !== held) yield `${wallet.held} is held, by holds and reservations ${held}`
  for (const [id, key] of keys) {
    const ofKey =
      openHolds(facts, (budgetId) => budgetId === id) + openReservations(facts, (each) => each.budgetId === id)
    if (key.held !== ofKey) yield `${key.held} is held of key ${id}, by holds and reservations ${ofKey}`
  }
}

/** What a call that was admitted may still take of its reservation. */
const mayTake = ({ worstCase, price, cover }: SimulatedCall): bigint =>
  price === null || cover === null ? worstCase : minMicro(price, cover)

/** 2. What is open covers the calls under way and those that are not written yet. */
function* callsAreCovered({ facts, calls, running }: ReserveSeen): Iterable<string> {
  const kept = new Map<string, bigint>()
  for (const call of calls.values()) {
    if (call.instance === null || !running.has(call.instance) || facts.holds.has(call.operationId)) continue
    const name = `${call.instance} ${call.keyId}`
    kept.set(name, (kept.get(name) ?? 0n) + mayTake(call))
  }
  for (const [name, sum] of kept) {
    const open = openReservations(facts, ({ instance, budgetId }) => `${instance} ${budgetId}` === name)
    if (!facts.living.has(name.split(' ')[0]!)) continue
    if (sum > open) yield `calls of ${name} may take ${sum}, open is ${open}`
  }
}

/** What is open in reservations of processes that run, and may be taken by no call of theirs. */
const idleMoney = ({ facts, calls, running }: ReserveSeen, keyId: string | null): bigint => {
  const isMeant = (instance: string, budgetId: string): boolean =>
    running.has(instance) && facts.living.has(instance) && (keyId === null || budgetId === keyId)
  const kept = [...calls.values()].filter(
    (call) => call.instance !== null && isMeant(call.instance, call.keyId) && !facts.holds.has(call.operationId),
  )
  return openReservations(facts, (each) => isMeant(each.instance, each.budgetId)) - sumOf(kept.map(mayTake))
}

/** 7. A call is refused for good only if all idle reserved money would not pay for it. Else it may be sent again. */
function* refusalsAreJust(seen: ReserveSeen): Iterable<string> {
  const { wallet, keys } = seen.facts
  for (const { call, failure } of seen.refusals) {
    const { keyId, least, operationId: id } = call
    const { limit, spent, held } = keys.get(keyId)!
    switch (failure.tag) {
      case 'insufficient_balance':
        if (wallet.balance >= least) yield `${id} of ${least} was refused with a balance of ${wallet.balance}`
        break
      case 'balance_held': {
        const ofWallet = wallet.balance - wallet.held + idleMoney(seen, null)
        const there = limit === null ? ofWallet : minMicro(ofWallet, limit - spent - held + idleMoney(seen, keyId))
        if (failure.retryAfterSeconds < 5 && there >= least) yield `${id} was refused, ${there} is there or idle`
        break
      }
      case 'key_spend_limit_exceeded': {
        const there = (limit ?? 0n) - spent - held + idleMoney(seen, keyId)
        if (there >= least) yield `${id} was refused, ${there} of the limit is there or idle`
        break
      }
      case 'top_up_required':
      case 'overloaded':
      case 'ledger_unavailable':
    }
  }
}

/** 7. Five seconds after a wallet was marked no process that is awake has idle money of it. */
function* pressedMoneyComesBack(seen: ReserveSeen): Iterable<string> {
  const { facts, before, haveLooked } = seen
  if (!haveLooked || before.pressedAtMs === null || before.pressedAtMs !== facts.pressedAtMs) return
  const idle = idleMoney(seen, null)
  if (idle > 0n) yield `${idle} is idle although the wallet is pressed`
}

/** 10. While a wallet is pressed its reservations only shrink. */
function* pressedReservationsShrink({ facts, before }: ReserveSeen): Iterable<string> {
  if (before.pressedAtMs === null || before.pressedAtMs !== facts.pressedAtMs) return
  for (const [id, { granted }] of facts.reservations) {
    const was = before.reservations.get(id)?.granted ?? 0n
    if (granted > was) yield `reservation ${id} grows from ${was} to ${granted} in a pressed wallet`
  }
}

/** 10. At a grant all reservations together are at most a quarter of the balance, whichever processes have them. */
function* grantsKeepToAQuarter({ facts, before }: ReserveSeen): Iterable<string> {
  const hasGrown = [...facts.reservations.values()].some(
    ({ id, granted }) => granted > (before.reservations.get(id)?.granted ?? 0n),
  )
  if (!hasGrown) return
  const came = sumOf(facts.transfers.slice(before.transfers.length).map(({ moved }) => (moved > 0n ? moved : 0n)))
  const most = (before.wallet.balance + came) / 4n
  if (facts.wallet.reserved > most) yield `${facts.wallet.reserved} is reserved behind a grant, a quarter is ${most}`
}

/** 3. A reservation gave what its calls took, and no call took more than its own cover. */
function* takenAgrees({ facts, calls }: ReserveSeen): Iterable<string> {
  const taken = new Map<string, bigint>()
  for (const [id, { taken: took }] of facts.holds) {
    if (took === null || took === undefined) continue
    taken.set(took.reservationId, (taken.get(took.reservationId) ?? 0n) + took.amount)
    const cover = calls.get(id)?.cover ?? 0n
    if (took.amount > cover) yield `call ${id} took ${took.amount}, its cover was ${cover}`
  }
  for (const [id, { captured }] of facts.reservations) {
    if (captured !== (taken.get(id) ?? 0n)) yield `reservation ${id} gave ${captured}, its calls took ${taken.get(id)}`
  }
}

const chargedOf = (transfers: readonly MovedFact[]): ReadonlyMap<string, bigint> => {
  const charged = new Map<string, bigint>()
  for (const { kind, holdId, amount } of transfers) {
    if (kind !== 'charge' && kind !== 'writeoff') continue
    charged.set(holdId ?? '', (charged.get(holdId ?? '') ?? 0n) + amount)
  }
  return charged
}

/** 4. Each answer is charged once, at its price, and no more is reserved than was asked for. */
function* answersAreChargedOnce({ facts, before, calls, asked }: ReserveSeen): Iterable<string> {
  for (const [id, charged] of chargedOf(facts.transfers)) {
    const price = calls.get(id)?.price
    if (price !== charged) yield `${charged} was charged for ${id}, its price is ${price}`
  }
  if (facts.transfers.length < before.transfers.length) yield 'a movement is gone'
  for (const [id, { granted }] of facts.reservations) {
    const most = asked.get(id) ?? 0n
    if (granted > most) yield `${granted} was granted to ${id}, asked for was ${most}`
  }
}

/** 5. A reservation ends once, and nothing is reserved for the dead. */
function* reservationsEndOnce({ facts, before }: ReserveSeen): Iterable<string> {
  for (const [id, now] of facts.reservations) {
    const was = before.reservations.get(id)
    if (now.ended && openSum(now) !== 0n) yield `reservation ${id} has ended with ${openSum(now)} open`
    if (was?.ended === true && JSON.stringify(was, text) !== JSON.stringify(now, text)) {
      yield `reservation ${id} has ended and changes`
    }
    const hasGrown = now.granted > (was?.granted ?? 0n)
    if (hasGrown && before.ended.has(now.instance)) yield `reservation ${id} grows for the dead`
  }
}

const text = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

/** What a charge took besides what was held for it. */
const excessOf = ({ holds }: ReserveFacts, { holdId, amount }: MovedFact): bigint => {
  const hold = holds.get(holdId ?? '')
  if (hold === undefined) return amount
  if (hold.taken !== null && hold.taken !== undefined) return amount - hold.taken.amount
  return hold.state === 'settled' ? amount - minMicro(amount, hold.amount) : amount
}

/** 6. A key spends and holds no more than its limit, but for excess and late charges, and a limit that was lowered. */
function* limitsHold({ facts, before }: ReserveSeen): Iterable<string> {
  const fresh = facts.transfers.slice(before.transfers.length).filter(({ kind }) => kind === 'charge')
  for (const [id, { limit, spent, held }] of facts.keys) {
    if (limit === null) continue
    const was = before.keys.get(id)!
    const former = was.spent + was.held
    const own = fresh.filter(({ holdId }) => facts.holds.get(holdId ?? '')?.budgetId === id)
    const excess = sumOf(own.map((each) => excessOf(facts, each)))
    const most = (former > limit ? former : limit) + excess
    if (spent + held > most) yield `key ${id} spent ${spent} and holds ${held}, its limit is ${limit}`
  }
}

/** An answer as it was asked for and sent, and what the ledger found for it. */
interface Shortened {
  readonly id: string
  readonly asked: string
  readonly found: bigint
  readonly limit: number
}

/** 12. What is sent as limit costs no more than is held, and is never lower where more money was found. */
function* limitsArePaidFor({ facts, calls }: ReserveSeen): Iterable<string> {
  const shortened: Shortened[] = []
  for (const { operationId: id, agent, sent, instance } of calls.values()) {
    if (agent === null || sent === null || instance !== null) continue
    const held = facts.holds.get(id)?.amount ?? 0n
    if (costOf(sent) > held) yield `${id} may cost ${costOf(sent)}, held is ${held}`
    const { limit } = sent
    shortened.push({ id, asked: `${agent.choices} of ${agent.limit}`, found: facts.found.get(id) ?? 0n, limit })
  }
  for (const one of shortened) {
    const poorer = shortened.find(
      ({ asked, found, limit }) => asked === one.asked && found <= one.found && limit > one.limit,
    )
    if (poorer !== undefined) yield `${one.id} is shorter than ${poorer.id}, for which less money was found`
  }
}

const LAWS: readonly Law[] = [
  heldAgrees,
  callsAreCovered,
  takenAgrees,
  answersAreChargedOnce,
  reservationsEndOnce,
  limitsHold,
  refusalsAreJust,
  pressedMoneyComesBack,
  pressedReservationsShrink,
  grantsKeepToAQuarter,
  limitsArePaidFor,
]

/** What must hold after every step, whatever is under way. */
export const brokenReserveLaws = (seen: ReserveSeen): readonly string[] => LAWS.flatMap((law) => [...law(seen)])

/** 11. What must hold besides once nothing runs: nothing is reserved, and every answered call has its row. */
export function* unfinishedMoney(
  { wallet, holds, reservations, transfers }: ReserveFacts,
  calls: ReadonlyMap<string, SimulatedCall>,
  isLost: (call: SimulatedCall) => boolean,
): Iterable<string> {
  if (wallet.held !== 0n) yield `${wallet.held} is held for ever`
  for (const [id, { ended }] of reservations) if (!ended) yield `reservation ${id} is never ended`
  for (const [id, { state }] of holds) if (state === 'held') yield `hold ${id} is never ended`
  const charged = chargedOf(transfers)
  for (const call of calls.values()) {
    const { operationId: id, price } = call
    if (price === null || isLost(call)) continue
    if (!holds.has(id)) yield `${id} was answered and has no row`
    if ((charged.get(id) ?? 0n) !== price) yield `${id} costs ${price} and was charged ${charged.get(id)}`
  }
}
