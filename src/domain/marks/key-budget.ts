/**
 * The marks of a key's spending, in percent of its limit, of which its owner has notice. The higher one comes first.
 */
const PERCENTS = [100, 80] as const

export type BudgetPercent = (typeof PERCENTS)[number]

/** What a key has spent of its limit, in micro-roubles. */
export interface BudgetState {
  readonly limit: bigint | null
  readonly spent: bigint
  /** Null: the limit is on all spending. */
  readonly periodEndsAt: Date | null
}

/** That the owner had notice of a mark, and of which limit and period. */
export interface NoticedBudget {
  readonly percent: BudgetPercent
  readonly limit: bigint
  readonly periodEndsAt: Date | null
}

/** That calls of a key were refused for its limit: for which one, null if that is not known, and in which period. */
export type RefusedBudget = Pick<BudgetState, 'limit' | 'periodEndsAt'>

interface BudgetDecision {
  /** The mark of which the owner has notice now: of several that were passed at once, the highest. */
  readonly notify: BudgetPercent | null
  /** The marks that are passed. All others are armed. */
  readonly passed: readonly BudgetPercent[]
}

const isSamePeriod = (one: Date | null, other: Date | null): boolean =>
  (one?.getTime() ?? null) === (other?.getTime() ?? null)

/**
 * Decides on a key whose spending has moved, or whose calls were refused for its limit: a call is refused for what it
 * might cost, so the limit counts as reached before all of it is spent. A mark is armed again by a new period, and by a
 * limit that was raised. Of a period that has ended the owner has no notice any more.
 */
export const decideKeyBudget = (
  { limit, spent, periodEndsAt }: BudgetState,
  { noticed, refused }: { readonly noticed: readonly NoticedBudget[]; readonly refused: RefusedBudget | null },
  nowMs: number,
): BudgetDecision => {
  if (limit === null || (periodEndsAt !== null && periodEndsAt.getTime() <= nowMs)) return { notify: null, passed: [] }
  const hadNotice = (percent: BudgetPercent): boolean =>
    noticed.some(
      (each) => each.percent === percent && each.limit >= limit && isSamePeriod(each.periodEndsAt, periodEndsAt),
    )
  const isRefused =
    refused !== null && (refused.limit ?? limit) >= limit && isSamePeriod(refused.periodEndsAt, periodEndsAt)
  const passed = PERCENTS.filter(
    (percent) => spent * 100n >= limit * BigInt(percent) || (percent === 100 && (isRefused || hadNotice(percent))),
  )
  const [highest] = passed
  return { notify: highest === undefined || hadNotice(highest) ? null : highest, passed }
}
