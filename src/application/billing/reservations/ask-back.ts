import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { LedgerCommand, LedgerOutcome } from '../../../domain/ledger/command.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import type { ReservedMoney } from '../../ports/billing/reserved-money.ts'
import type { Transaction } from '../../ports/transaction/transaction.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'

type Asked = Pick<ReservedMoney, 'giveBackFree'>

/** The wallet in which, or in a key of which, too little was available for a command; none where money was not missing. */
const shortWallets = (command: LedgerCommand, { tag }: LedgerOutcome): readonly string[] => {
  if (tag !== 'insufficient' && tag !== 'spend_limit_exceeded') return []
  switch (command.tag) {
    case 'place_hold':
      return [command.walletId]
    case 'transfer':
      return [command.debit]
    // A reservation takes nothing from another, and the rest is never refused for want of money.
    case 'reserve':
    case 'settle':
    case 'release':
    case 'capture':
    case 'give_back':
      return []
  }
}

/**
 * A ledger that decides twice before it refuses for want of money: what this process has reserved ahead in the wallet and
 * no call needs goes back in between, while nothing is locked.
 */
export const askingLedger = ({
  ledger,
  reservedMoney,
}: {
  readonly ledger: Ledger
  readonly reservedMoney: Asked
}): Ledger => ({
  submit: async (command) => {
    const answer = await ledger.submit(command)
    const [walletId] = isLeft(answer) ? [] : shortWallets(command, answer.right)
    return walletId !== undefined && (await reservedMoney.giveBackFree(walletId)) ? ledger.submit(command) : answer
  },
})

/** The same for money that moves inside a unit of work: the work is rolled back, and runs once more. */
export const askingUnitOfWork = ({
  unitOfWork,
  reservedMoney,
}: {
  readonly unitOfWork: UnitOfWork
  readonly reservedMoney: Asked
}): UnitOfWork => ({
  transact: async (work) => {
    const short: string[] = []
    const noting = (transaction: Transaction): Transaction => ({
      ...transaction,
      ledger: {
        apply: async (command) => {
          const outcome = await transaction.ledger.apply(command)
          short.push(...shortWallets(command, outcome))
          return outcome
        },
      },
    })
    const result = await unitOfWork.transact((transaction) => work(noting(transaction)))
    const [walletId] = short
    if (isRight(result) || walletId === undefined) return result
    return (await reservedMoney.giveBackFree(walletId)) ? unitOfWork.transact(work) : result
  },
})
