import type { LedgerCommand } from './command.ts'

/** The largest sum PostgreSQL's `bigint` can hold. */
const LARGEST = 2n ** 63n - 1n

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

const leastAmount = (command: LedgerCommand): bigint =>
  command.tag === 'place_hold' || command.tag === 'transfer' ? 1n : 0n

/** Throws on a sum no caller may ask for. A price or an amount out of range is a fault of the program, not of a user. */
export const assertWellFormed = (command: LedgerCommand): void => {
  const amount = amountOf(command)
  if (amount < leastAmount(command) || amount > LARGEST) throw new RangeError(`${command.tag} of ${amount}`)
}
