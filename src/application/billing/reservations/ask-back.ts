import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { LedgerCommand, LedgerOutcome } from '../../../domain/ledger/command.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import type { PressedWallets } from '../../ports/billing/pressed-wallets.ts'
import type { ReservedMoney } from '../../ports/billing/reserved-money.ts'
import type { Transaction } from '../../ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'

interface AskBackDeps {
  readonly reservedMoney: Pick<ReservedMoney, 'giveBackFree'>
  readonly pressedWallets: Pick<PressedWallets, 'press'>
}

/** Money that was missing for a command. */
interface Missing {
  readonly walletId: string
  /** Whether it is there, and only held: then it may be reserved for calls to come. */
  readonly isHeld: boolean
}

/** The least that a command needs of a wallet; null if it takes nothing that a reservation may have. */
const needOf = (command: LedgerCommand): { readonly walletId: string; readonly micro: bigint } | null => {
  switch (command.tag) {
    case 'place_hold':
      return { walletId: command.walletId, micro: command.less?.least ?? command.amount }
    case 'transfer':
      return { walletId: command.debit, micro: command.amount }
    // A reservation takes nothing from another, and the rest is never refused because money is lacking.
    case 'reserve':
    case 'settle':
    case 'release':
    case 'capture':
    case 'give_back':
      return null
  }
}

/** What was missing in a wallet, or in the limit of a key, for a command; null if money was not missing. */
const missingFor = (command: LedgerCommand, outcome: LedgerOutcome): Missing | null => {
  const need = needOf(command)
  if (need === null) return null
  const { walletId, micro } = need
  if (outcome.tag === 'insufficient') return { walletId, isHeld: outcome.balance >= micro }
  if (outcome.tag === 'spend_limit_exceeded') return { walletId, isHeld: outcome.limit - outcome.spent >= micro }
  return null
}

/**
 * Asks all instances for what they have reserved, where that is what is missing. The caller is refused all the same.
 */
const isAskedBack = async ({ pressedWallets }: AskBackDeps, { walletId, isHeld }: Missing): Promise<boolean> => {
  try {
    return isHeld && (await pressedWallets.press(walletId))
  } catch {
    // The database has just answered, so this is rare. The money comes back when its keys are idle.
    return false
  }
}

const askedBack = <O extends LedgerOutcome>(outcome: O): O => ({ ...outcome, askedBack: true })

/**
 * A ledger that decides twice before it refuses because money is lacking: what this process has reserved ahead in the
 * wallet and no call needs goes back in between, while nothing is locked. Where that is not enough, the other processes
 * are asked for what they have; it is there within `PRESSED.lookEveryMs`, and the refusal says so.
 */
export const askingLedger = ({ ledger, ...deps }: AskBackDeps & { readonly ledger: Ledger }): Ledger => ({
  submit: async (command) => {
    let answer = await ledger.submit(command)
    let missing = isLeft(answer) ? null : missingFor(command, answer.right)
    if (missing !== null && (await deps.reservedMoney.giveBackFree(missing.walletId))) {
      answer = await ledger.submit(command)
      missing = isLeft(answer) ? null : missingFor(command, answer.right)
    }
    if (isLeft(answer) || missing === null || !(await isAskedBack(deps, missing))) return answer
    return right(askedBack(answer.right))
  },
})

interface Attempt<E, A> {
  readonly result: Either<E, A>
  /** The first that was missing, where the work failed. */
  readonly missing: Missing | null
}

/**
 * The same for money that moves inside a unit of work: the work is rolled back, and runs once more after each question.
 */
export const askingUnitOfWork = ({
  unitOfWork,
  ...deps
}: AskBackDeps & { readonly unitOfWork: UnitOfWork }): UnitOfWork => {
  const attempt = async <E, A>(
    work: (transaction: Transaction) => Promise<Either<E, A>>,
    isBack: boolean,
  ): Promise<Attempt<E, A>> => {
    const missing: Missing[] = []
    const noting = (transaction: Transaction): Transaction => ({
      ...transaction,
      ledger: {
        apply: async (command) => {
          const outcome = await transaction.ledger.apply(command)
          const short = missingFor(command, outcome)
          if (short === null) return outcome
          missing.push(short)
          return isBack ? askedBack(outcome) : outcome
        },
      },
    })
    const result = await unitOfWork.transact((transaction) => work(noting(transaction)))
    return { result, missing: isRight(result) ? null : (missing[0] ?? null) }
  }
  return {
    transact: async (work) => {
      let last = await attempt(work, false)
      if (last.missing !== null && (await deps.reservedMoney.giveBackFree(last.missing.walletId))) {
        last = await attempt(work, false)
      }
      if (last.missing !== null && (await isAskedBack(deps, last.missing))) last = await attempt(work, true)
      return last.result
    },
  }
}
