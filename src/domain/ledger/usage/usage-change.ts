import type { Hold } from '../hold.ts'
import { startOf } from '../operation-time.ts'
import { surfaceOf } from '../receipt-facts.ts'
import type { ReceiptFacts, UsageFigures } from '../receipt-facts.ts'
import { TOP_UP_REFUND_KIND } from '../transfer.ts'
import { addUsage, noUsage } from './usage-sums.ts'
import type { GrowingSums, UsageSums } from './usage-sums.ts'
import { USED_FIGURES, usedFigures } from './used-figures.ts'

const HOUR_SECONDS = 3_600

/** What is summed up together in the usage. */
interface UsagePlace {
  readonly walletId: string
  /** The hour in which the operation began, as the second of its beginning; null if the id does not tell it. */
  readonly hour: number | null
  /** The API key; null for work without one. */
  readonly budgetId: string | null
  readonly model: string | null
  readonly surface: string | null
}

/** What a batch of the ledger adds to the usage in one place. */
export type UsageChange = UsagePlace & UsageSums

/** Sums by their place. */
interface PlacedSums {
  sumsOf(place: UsagePlace): GrowingSums
  changes(): readonly UsageChange[]
}

/** What one batch did to a hold. */
export interface HoldStep {
  readonly hold: Hold
  /** Whether this batch ended it. */
  readonly hasEnded: boolean
  /** Micro-units that its wallet paid in this batch. */
  readonly charged: bigint
  /** Micro-units of its price that were written off in this batch. */
  readonly writtenOff: bigint
}

/** An id of version 7 begins with its time. An id of another version has none. */
const hourOf = (id: string): number | null => {
  if (id[14] !== '7') return null
  const seconds = Math.floor(startOf(id) / 1000)
  return seconds - (seconds % HOUR_SECONDS)
}

const addUsed = (sums: GrowingSums, usage: UsageFigures | null): void => {
  if (usage === null) return
  const used = usedFigures(usage)
  for (const name of USED_FIGURES) sums[name] += used[name]
}

const isSamePlace = (one: UsagePlace, other: UsagePlace): boolean =>
  one.walletId === other.walletId &&
  one.budgetId === other.budgetId &&
  one.hour === other.hour &&
  one.model === other.model &&
  one.surface === other.surface

const placedSums = (): PlacedSums => {
  const places = new Map<string, UsagePlace & GrowingSums>()
  const placed = ({ walletId, hour, budgetId, model, surface }: UsagePlace): UsagePlace & GrowingSums => {
    const name = `${walletId} ${budgetId} ${hour} ${surface} ${model}`
    let sums = places.get(name)
    if (sums === undefined) {
      sums = { walletId, hour, budgetId, model, surface, ...noUsage() }
      places.set(name, sums)
    }
    return sums
  }
  let latest: (UsagePlace & GrowingSums) | null = null
  return {
    sumsOf: (place) => {
      // Neighbours in a batch are often calls of one key to one model.
      if (latest === null || !isSamePlace(latest, place)) latest = placed(place)
      return latest
    },
    changes: () => [...places.values()],
  }
}

/** A late receipt is counted separately, because the end of the hold was counted before it. */
const receiptOfEnd = ({ releaseReason, receipt }: Hold): ReceiptFacts | null =>
  releaseReason !== null && receipt?.late === true ? null : receipt

const addEnd = (sums: GrowingSums, { releaseReason, settledAmount }: Hold, receipt: ReceiptFacts | null): void => {
  sums.calls += 1
  if (releaseReason === 'refused') sums.refusals += 1
  else if (releaseReason !== null && releaseReason !== 'zero_price') sums.failures += 1
  addUsed(sums, receipt?.usage ?? null)
  sums.cost += settledAmount ?? 0n
}

/** Whether money moved that the settled amount does not tell: a write-off, or the charge of a released hold. */
const movedApart = ({ hold, charged, writtenOff }: HoldStep): boolean =>
  writtenOff > 0n || (hold.state === 'released' && charged > 0n)

const addApart = (sums: GrowingSums, { hold, charged, writtenOff }: HoldStep): void => {
  if (hold.receipt?.late === true) addUsed(sums, hold.receipt.usage)
  sums.cost += hold.state === 'settled' ? -writtenOff : charged
  sums.writtenOff += writtenOff
}

/**
 * What a batch adds to the usage, one change for each place. The rule for stored rows, by which everything is counted
 * anew, is its twin in SQL: `usage-rows.ts`.
 */
export const usageChanges = (steps: readonly HoldStep[]): readonly UsageChange[] => {
  const places = placedSums()
  const sumsOf = ({ id, walletId, budgetId, reference }: Hold, receipt: ReceiptFacts | null): GrowingSums =>
    places.sumsOf({
      walletId,
      hour: hourOf(id),
      budgetId,
      model: receipt?.model ?? null,
      surface: surfaceOf(reference.kind, receipt),
    })
  for (const step of steps) {
    const { hold } = step
    if (hold.reference.kind === TOP_UP_REFUND_KIND) continue
    const receipt = receiptOfEnd(hold)
    if (step.hasEnded) addEnd(sumsOf(hold, receipt), hold, receipt)
    if (movedApart(step)) addApart(sumsOf(hold, hold.receipt), step)
  }
  return places.changes()
}

/** What several batches add together, one change for each place. */
export const addedUp = (changes: readonly UsageChange[]): readonly UsageChange[] => {
  const places = placedSums()
  for (const change of changes) addUsage(places.sumsOf(change), change)
  return places.changes()
}
