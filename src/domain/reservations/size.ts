import { mostReserved } from '../ledger/reservation.ts'
import { maxMicro, minMicro } from '../money/money.ts'

/**
 * How much is reserved for a key. A key that calls rarely gets nothing: a reservation would cost more writes than it
 * saves.
 */
const RESERVATION_SIZE = {
  /** A key is busy with this many calls in `windowMs`. */
  busyCalls: 3,
  windowMs: 10_000,
  /** What the key really spends in this time is added: no refill comes while the database is away. */
  aheadMs: 45_000,
  /** A reservation covers as many worst cases as this, or there is none. */
  leastCalls: 20n,
  /** A reservation is at most one part in this many of what wallet and key have available. */
  partOfAvailable: 16n,
} as const

/** What happened in one stretch of `windowMs`, in micro-units. */
interface PaceWindow {
  readonly startedAtMs: number
  /** The most worst cases that were under way at once. */
  readonly most: bigint
  /** The highest worst case. */
  readonly highest: bigint
  readonly spent: bigint
}

/** How busy one key is. Calls count however their money is held. Times are of one monotonic clock. */
export interface KeyPace {
  /** When the latest calls began, the latest last; no more than make a key busy. */
  readonly begunAtMs: readonly number[]
  readonly underWay: bigint
  readonly now: PaceWindow
  readonly before: PaceWindow | null
}

const emptyWindow = (startedAtMs: number, underWay: bigint): PaceWindow => ({
  startedAtMs,
  most: underWay,
  highest: 0n,
  spent: 0n,
})

export const newPace = (nowMs: number): KeyPace => ({
  begunAtMs: [],
  underWay: 0n,
  now: emptyWindow(nowMs, 0n),
  before: null,
})

/** The pace with the window that runs at this moment. */
const paceAt = (pace: KeyPace, nowMs: number): KeyPace => {
  const { windowMs } = RESERVATION_SIZE
  const { now, underWay } = pace
  const sinceMs = nowMs - now.startedAtMs
  if (sinceMs < windowMs) return pace
  if (sinceMs >= 2 * windowMs) return { ...pace, now: emptyWindow(nowMs, underWay), before: null }
  return { ...pace, now: emptyWindow(now.startedAtMs + windowMs, underWay), before: now }
}

export const paceAfterBegin = (pace: KeyPace, worstCase: bigint, nowMs: number): KeyPace => {
  const { begunAtMs, underWay: earlier, now, before } = paceAt(pace, nowMs)
  const underWay = earlier + worstCase
  const most = maxMicro(now.most, underWay)
  const highest = maxMicro(now.highest, worstCase)
  return {
    begunAtMs: [...begunAtMs, nowMs].slice(-RESERVATION_SIZE.busyCalls),
    underWay,
    now: { ...now, most, highest },
    before,
  }
}

/** A call with this worst case ended and cost this much; 0 where it was free. */
export const paceAfterEnd = (pace: KeyPace, worstCase: bigint, price: bigint, nowMs: number): KeyPace => {
  const { now, ...rest } = paceAt(pace, nowMs)
  return { ...rest, underWay: rest.underWay - worstCase, now: { ...now, spent: now.spent + price } }
}

export const isBusy = ({ begunAtMs }: KeyPace, nowMs: number): boolean => {
  const { busyCalls, windowMs } = RESERVATION_SIZE
  const [first] = begunAtMs
  return begunAtMs.length === busyCalls && first !== undefined && nowMs - first <= windowMs
}

/** What is there to reserve from, in micro-units, as the ledger last answered. */
export interface Funds {
  readonly balance: bigint
  /** Of holds and reservations, this one included. */
  readonly held: bigint
  /** In the reservations of this process for all keys of the wallet, this one included. */
  readonly reserved: bigint
  /** What is open in this reservation. */
  readonly open: bigint
  /** What the limit of the key leaves besides; null if it has none, or none is known. */
  readonly leftOfKey: bigint | null
}

const wantedSum = (pace: KeyPace, nowMs: number): bigint => {
  const { windowMs, aheadMs, leastCalls } = RESERVATION_SIZE
  const { now, before } = paceAt(pace, nowMs)
  const sinceMs = Math.max(windowMs, nowMs - (before ?? now).startedAtMs)
  const spent = now.spent + (before?.spent ?? 0n)
  const ahead = (spent * BigInt(aheadMs)) / BigInt(Math.ceil(sinceMs))
  const most = maxMicro(now.most, before?.most ?? 0n)
  return maxMicro(2n * most + ahead, leastCalls * highestOf(now, before))
}

const highestOf = (now: PaceWindow, before: PaceWindow | null): bigint => maxMicro(now.highest, before?.highest ?? 0n)

const allowedSum = ({ balance, held, reserved, open, leftOfKey }: Funds): bigint => {
  const { partOfAvailable } = RESERVATION_SIZE
  const available = balance - held + open
  const ofKey = leftOfKey === null ? available : minMicro(available, leftOfKey + open)
  return minMicro(ofKey / partOfAvailable, mostReserved(balance) - (reserved - open))
}

/** How much should be open in the reservation of a busy key; null if a reservation would not pay, or be too small. */
export const reservationSize = (pace: KeyPace, funds: Funds, nowMs: number): bigint | null => {
  if (!isBusy(pace, nowMs)) return null
  const { now, before } = paceAt(pace, nowMs)
  const least = RESERVATION_SIZE.leastCalls * highestOf(now, before)
  const size = minMicro(wantedSum(pace, nowMs), allowedSum(funds))
  return least === 0n || size < least ? null : size
}

/** Whether so little is open that the reservation is extended. */
export const needsRefill = (open: bigint, size: bigint): boolean => open * 2n < size
