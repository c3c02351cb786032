import { isLeft } from 'fp-ts/lib/Either.js'
import { formatMicro, parseMicro } from '../../domain/money/decimal.ts'
import type { TopUp, TopUpStatus } from '../../domain/payments/top-up.ts'
import { expectEmail, expectPositiveAmount, expectUuid, JSON_SWITCH } from './checks.ts'
import type { RefundTopUpFailure } from '../../application/billing/refund-top-up.ts'
import type { CliUseCases } from './cli-use-cases.ts'
import { type DatabaseCommand, DONE, REFUSED } from './command.ts'
import { printJson, printLine, printRefusal, printTable, printTime, wantsJson } from './print.ts'

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

const STATUSES = ['pending', 'succeeded', 'canceled'] as const

const statusOf = (text: string | undefined): TopUpStatus | null => STATUSES.find((status) => status === text) ?? null

const expectStatus = (text: string): string | null =>
  statusOf(text) === null ? `expected one of ${STATUSES.join(', ')}` : null

const asJson = ({ id, status, currency, amount, price, provider, paymentId, createdAt }: TopUp) => ({
  id,
  status,
  currency,
  amount: formatMicro(amount, currency),
  price: formatMicro(price, 'RUB'),
  provider,
  payment_id: paymentId,
  created_at: Math.floor(createdAt.getTime() / 1000),
})

const asRow = ({ id, status, currency, amount, price, provider, paymentId, createdAt }: TopUp): readonly string[] => [
  id,
  status,
  `${formatMicro(amount, currency)} ${currency}`,
  `${formatMicro(price, 'RUB')} RUB`,
  printTime(createdAt.getTime()),
  `${provider}${paymentId === null ? '' : ` ${paymentId}`}`,
]

const list: DatabaseCommand<CliUseCases> = {
  name: 'topups list',
  summary: 'list the top-ups of an account, newest first',
  needs: 'database',
  arguments: [{ name: 'email', summary: 'whose top-ups', check: expectEmail }],
  options: [
    { name: 'status', value: 'status', summary: `only those that are ${STATUSES.join(', ')}`, check: expectStatus },
    JSON_SWITCH,
  ],
  run: async (useCases, input, out) => {
    const email = input.values['email'] ?? ''
    const topUps = await useCases.listTopUps(email, statusOf(input.values['status']))
    if (isLeft(topUps)) {
      printRefusal(out, `no account has the address ${email}`)
      return REFUSED
    }
    const header = ['ID', 'STATUS', 'AMOUNT', 'PRICE', 'ORDERED', 'PAYMENT']
    if (wantsJson(input)) printJson(out, topUps.right.map(asJson))
    else printTable(out, header, topUps.right.map(asRow))
    return DONE
  },
}

const refund: DatabaseCommand<CliUseCases> = {
  name: 'topups refund',
  summary: 'give money of a top-up back to who paid it: all that is left, or an amount in units of the wallet',
  needs: 'database',
  changes: true,
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

export const TOP_UP_COMMANDS: readonly DatabaseCommand<CliUseCases>[] = [list, refund]
