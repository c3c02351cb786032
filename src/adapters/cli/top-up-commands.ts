import { isLeft } from 'fp-ts/lib/Either.js'
import { formatMicro, parseMicro } from '../../domain/money/decimal.ts'
import { expectPositiveAmount, expectUuid, JSON_SWITCH } from './checks.ts'
import type { RefundTopUpFailure } from '../../application/billing/refund-top-up.ts'
import type { CliUseCases } from './cli-use-cases.ts'
import { type DatabaseCommand, DONE, REFUSED } from './command.ts'
import { printJson, printLine, printRefusal, wantsJson } from './print.ts'

const refusalOf = (failure: RefundTopUpFailure, id: string): string => {
  switch (failure.tag) {
    case 'top_up_not_found':
      return `there is no top-up ${id} of the payment provider in use`
    case 'top_up_not_paid':
      return 'this top-up was never paid'
    case 'refund_exceeds_top_up':
      return `no more than ${formatMicro(failure.left, 'TOKEN')} of this top-up can be given back`
    case 'refund_too_small':
      return 'that is less than a kopeck'
    case 'insufficient_balance':
      return 'the wallet does not have that much available'
    case 'refund_under_way':
      return `a refund of ${formatMicro(failure.amount, 'TOKEN')} is under way: repeat that one to carry it on`
    case 'refund_unresolved':
      return `refund ${failure.refundId} has been under way for too long: look at the payment provider`
    case 'payment_refused':
      return `the payment provider refused, and the money is free again: ${failure.message}`
    case 'outcome_unknown':
      return `the payment provider did not say, and the money stays held: repeat the command (${failure.message})`
  }
}

const refund: DatabaseCommand<CliUseCases> = {
  name: 'topups refund',
  summary: 'give money of a top-up back to who paid it: all that is left, or an amount in units of the wallet',
  needs: 'database',
  arguments: [
    { name: 'id', summary: 'the id of the top-up', check: expectUuid },
    { name: 'amount', optional: true, summary: 'such as 100 or 12.50', check: expectPositiveAmount },
  ],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const id = (input.values['id'] ?? '').toLowerCase()
    const wanted = input.values['amount']
    const micro = wanted === undefined ? null : parseMicro(wanted)
    if (micro !== null && isLeft(micro)) throw new Error('the arguments were not checked')
    const refunded = await useCases.refundTopUp(id, micro === null ? null : micro.right)
    if (isLeft(refunded)) {
      printRefusal(out, refusalOf(refunded.left, id))
      return REFUSED
    }
    const { currency } = refunded.right
    const [amount, price] = [formatMicro(refunded.right.amount, currency), formatMicro(refunded.right.price, 'RUB')]
    if (wantsJson(input)) printJson(out, { id, currency, amount, price })
    else printLine(out, `${amount} ${currency} taken back, ${price} RUB on the way to the customer`)
    return DONE
  },
}

export const TOP_UP_COMMANDS: readonly DatabaseCommand<CliUseCases>[] = [refund]
