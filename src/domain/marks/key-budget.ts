/**
 * What of a key its owner is alerted of: that it was charged all of its limit or 80 % of it, and that calls are refused
 * for the limit before all of it is charged.
 */
export type BudgetMark = 'charged_100' | 'charged_80' | 'refused'

/** The higher one comes first. */
const CHARGED = [
  { mark: 'charged_100', percent: 100n },
  { mark: 'charged_80', percent: 80n },
] as const satisfies readonly { readonly mark: BudgetMark; readonly percent: bigint }[]

/** If less is spent, one call was too expensive, and cheaper ones go on. */
const REFUSED_FROM_PERCENT = 80n

/** What a key has spent of its limit, in micro-roubles. */
export interface BudgetState {
  readonly limit: bigint | null
  readonly spent: bigint
  /** Null: the limit is on all spending. */
  readonly periodEndsAt: Date | null
}

/** That the owner was alerted of a mark, and of which limit and period. */
export interface AlertedBudget {
  readonly mark: BudgetMark
  readonly limit: bigint
  readonly periodEndsAt: Date | null
}

/** That calls of a key were refused for its limit: for which one, null if that is not known, and in which period. */
export type RefusedBudget = Pick<BudgetState, 'limit' | 'periodEndsAt'>

interface BudgetDecision {
  /** The marks of which the owner is alerted now: of those that were charged at once, the highest alone. */
  readonly alert: readonly BudgetMark[]
  /** The marks that are passed. All others are armed. */
  readonly passed: readonly BudgetMark[]
}

const isSamePeriod = (one: Date | null, other: Date | null): boolean =>
  (one?.getTime() ?? null) === (other?.getTime() ?? null)

/**
 * Decides on a key whose spending has moved, or whose calls were refused for its limit. A call is refused for what it
 * might cost, so a key whose calls are refused has reached its limit before all of it is spent: at 80 % and above, for
 * one expensive call says nothing of a key that has spent little. The owner is alerted of what was charged whatever
 * was refused before. A mark is armed again by a new period, and by a limit that was raised. Of a period that has ended
 * the owner is not alerted any more.
 */
export const decideKeyBudget = (
  { limit, spent, periodEndsAt }: BudgetState,
  { alerted, refused }: { readonly alerted: readonly AlertedBudget[]; readonly refused: RefusedBudget | null },
  nowMs: number,
): BudgetDecision => {
  if (limit === null || (periodEndsAt !== null && periodEndsAt.getTime() <= nowMs)) return { alert: [], passed: [] }
  const wasAlerted = (mark: BudgetMark): boolean =>
    alerted.some((each) => each.mark === mark && each.limit >= limit && isSamePeriod(each.periodEndsAt, periodEndsAt))
  const hasSpent = (percent: bigint): boolean => spent * 100n >= limit * percent
  const isRefused =
    refused !== null && (refused.limit ?? limit) >= limit && isSamePeriod(refused.periodEndsAt, periodEndsAt)
  const charged = CHARGED.filter(({ percent }) => hasSpent(percent)).map(({ mark }) => mark)
  const [highest] = charged
  const reached: readonly BudgetMark[] =
    isRefused && hasSpent(REFUSED_FROM_PERCENT) && !hasSpent(100n) ? ['refused'] : []
  const kept: readonly BudgetMark[] = reached.length === 0 && wasAlerted('refused') ? ['refused'] : []
  const noted = [...(highest === undefined ? [] : [highest]), ...reached]
  return { alert: noted.filter((mark) => !wasAlerted(mark)), passed: [...charged, ...reached, ...kept] }
}
