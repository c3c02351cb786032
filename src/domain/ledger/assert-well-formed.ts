import type { LedgerCommand } from './command.ts'

/** The largest sum that PostgreSQL's `bigint` can store. */
const MAX_BIGINT = 2n ** 63n - 1n

const amountOf = (command: LedgerCommand): bigint => {
  switch (command.tag) {
    case 'place_hold':
    case 'transfer':
      return command.amount
    case 'settle':
      return command.price
    case 'release':
      return 0n
  }
}

const minAmount = (command: LedgerCommand): bigint =>
  command.tag === 'place_hold' || command.tag === 'transfer' ? 1n : 0n

/** Throws a `RangeError` on an amount out of range. Such an amount is a fault of the program, not of a user. */
export const assertWellFormed = (command: LedgerCommand): void => {
  const amount = amountOf(command)
  if (amount < minAmount(command) || amount > MAX_BIGINT) throw new RangeError(`${command.tag} of ${amount}`)
}
