import { isLeft } from 'fp-ts/lib/Either.js'
import type { ListTopUps } from '../../application/billing/top-ups/list-top-ups.ts'
import type { Page } from '../../application/page.ts'
import type { refundTopUp, RefundTopUpFailure } from '../../application/billing/top-ups/refund-top-up.ts'
import type { resolveRefund, ResolveRefundFailure } from '../../application/billing/top-ups/resolve-refund.ts'
import type { RefundEnd } from '../../application/billing/top-ups/end-refund.ts'
import { formatMicro, parseMicro } from '../../domain/money/decimal.ts'
import type { ReadAnyTopUp, TopUpDetails } from '../../application/operators/top-ups/read-top-up.ts'
import type { TopUp, TopUpStatus } from '../../domain/payments/top-up.ts'
import { secondsOf } from '../../domain/time-units.ts'
import { EMAIL, onAccount } from './account-lookup.ts'
import type { AccountLookup } from './account-lookup.ts'
import {
  expectName,
  expectPositiveAmount,
  expectUuid,
  expectWord,
  idOf,
  idOption,
  JSON_SWITCH,
} from './argument-checks.ts'
import { EXIT_OK, EXIT_REFUSED } from './command.ts'
import type { CommandArgument, CommandInput, DatabaseCommand } from './command.ts'
import { printJson, printLine, printError, printTable, printTime, wantsJson } from './print.ts'

export interface TopUpUseCases extends AccountLookup {
  readonly listTopUps: ListTopUps
  readonly readAnyTopUp: ReadAnyTopUp
  readonly refundTopUp: ReturnType<typeof refundTopUp>
  readonly resolveRefund: ReturnType<typeof resolveRefund>
}

const noTopUp = (id: string): string => `there is no top-up ${id}: topups list shows those of an account`

const failureMessage = (failure: RefundTopUpFailure, id: string): string => {
  switch (failure.tag) {
    case 'top_up_not_found':
      return noTopUp(id)
    case 'payment_provider_not_configured':
      return `top-up ${id} was paid through ${failure.provider}, which is not configured: configure it and repeat the command`
    case 'top_up_not_paid':
      return 'this top-up was never paid, so there is nothing to give back'
    case 'refund_exceeds_top_up':
      return failure.left === 0n
        ? 'all of this top-up was given back already'
        : `no more than ${formatMicro(failure.left, 'TOKEN')} of this top-up can be given back: give a smaller amount`
    case 'refund_too_small':
      return 'that is less than a kopeck: give a larger amount'
    case 'refund_below_kopeck':
      return 'roubles go back in whole kopecks: give an amount with at most two decimals'
    case 'mismatch':
      return 'this id was used for another refund, so nothing was moved: give another --id'
    case 'insufficient_balance':
      return 'the wallet does not have that much available: give a smaller amount'
    case 'refund_under_way':
      return `a refund of ${formatMicro(failure.amount, 'TOKEN')} is under way: repeat that one to carry it on`
    case 'refund_unresolved':
      return `refund ${failure.refundId} has been under way for too long: find it at the payment provider, and end it with topups resolve-refund`
    case 'payment_refused':
      return `the payment provider refused, and the money is free again: ${failure.message}`
    case 'outcome_unknown':
      return `the payment provider gave no final answer, and the money stays held: repeat the command (${failure.message})`
  }
}

const STATUSES = ['pending', 'succeeded', 'canceled'] as const

const statusOf = (text: string | undefined): TopUpStatus | null => STATUSES.find((status) => status === text) ?? null

const asJson = ({ id, status, currency, amount, price, provider, paymentId, createdAt }: TopUp) => ({
  id,
  status,
  currency,
  amount: formatMicro(amount, currency),
  price: formatMicro(price, 'RUB'),
  provider,
  payment_id: paymentId,
  created_at: secondsOf(createdAt),
})

const asRow = ({ id, status, currency, amount, price, provider, paymentId, createdAt }: TopUp): readonly string[] => [
  id,
  status,
  `${formatMicro(amount, currency)} ${currency}`,
  `${formatMicro(price, 'RUB')} RUB`,
  printTime(createdAt),
  `${provider}${paymentId === null ? '' : ` ${paymentId}`}`,
]

const HEADER = ['ID', 'STATUS', 'AMOUNT', 'PRICE', 'ORDERED', 'PAYMENT']

const PAGE_LENGTH = 500

const everyTopUp = async (
  useCases: TopUpUseCases,
  userId: string,
  status: TopUpStatus | null,
): Promise<readonly TopUp[]> => {
  const found: TopUp[] = []
  let before: string | null = null
  do {
    const page: Page<TopUp, string> = await useCases.listTopUps({ userId, status, before, limit: PAGE_LENGTH })
    for (const topUp of page.rows) found.push(topUp)
    before = page.next
  } while (before !== null)
  return found
}

const list: DatabaseCommand<TopUpUseCases> = {
  name: 'topups list',
  summary: 'list the top-ups of an account, newest first',
  needs: 'database',
  arguments: [{ ...EMAIL, summary: 'whose top-ups' }],
  options: [
    {
      name: 'status',
      value: 'status',
      summary: `only those that are ${STATUSES.join(', ')}`,
      check: expectWord(STATUSES),
    },
    JSON_SWITCH,
  ],
  run: onAccount(async (useCases, { user }, out, input) => {
    const topUps = await everyTopUp(useCases, user.id, statusOf(input.values['status']))
    if (wantsJson(input)) printJson(out, topUps.map(asJson))
    else printTable(out, HEADER, topUps.map(asRow))
    return EXIT_OK
  }),
}

const idOfTopUp: CommandArgument = {
  name: 'top-up-id',
  summary: 'the id of the top-up',
  check: expectUuid('the id of a top-up, as topups list shows it'),
}

const topUpIdOf = ({ values }: CommandInput): string => (values['top-up-id'] ?? '').toLowerCase()

const detailsAsJson = ({ topUp, refunds }: TopUpDetails) => ({
  ...asJson(topUp),
  refunds: refunds.map(({ id, status, amount, price, createdAt }) => ({
    id,
    status,
    amount: formatMicro(amount, topUp.currency),
    price: formatMicro(price, 'RUB'),
    created_at: secondsOf(createdAt),
  })),
})

/** The refunds stand below their top-up: what was given back, and what is on its way. */
const detailsAsRows = ({ topUp, refunds }: TopUpDetails): readonly (readonly string[])[] => [
  asRow(topUp),
  ...refunds.map(({ id, status, amount, price, createdAt }) => [
    id,
    status,
    `${formatMicro(-amount, topUp.currency)} ${topUp.currency}`,
    `${formatMicro(-price, 'RUB')} RUB`,
    printTime(createdAt),
    'refund',
  ]),
]

const show: DatabaseCommand<TopUpUseCases> = {
  name: 'topups show',
  summary: 'show one top-up and its refunds',
  needs: 'database',
  arguments: [idOfTopUp],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const id = topUpIdOf(input)
    const found = await useCases.readAnyTopUp(id)
    if (isLeft(found)) {
      printError(out, noTopUp(id))
      return EXIT_REFUSED
    }
    if (wantsJson(input)) printJson(out, detailsAsJson(found.right))
    else printTable(out, HEADER, detailsAsRows(found.right))
    return EXIT_OK
  },
}

const refund: DatabaseCommand<TopUpUseCases> = {
  name: 'topups refund',
  summary: 'give money of a top-up back to who paid it: all that is left, or an amount in units of the wallet',
  needs: 'database',
  changes: true,
  arguments: [
    idOfTopUp,
    { name: 'amount', optional: true, summary: 'such as 100 or 12.50', check: expectPositiveAmount },
  ],
  options: [idOption('refund'), JSON_SWITCH],
  run: async (useCases, input, out) => {
    const id = topUpIdOf(input)
    const wanted = input.values['amount']
    const micro = wanted === undefined ? null : parseMicro(wanted)
    if (micro !== null && isLeft(micro)) throw new Error('the arguments were not checked')
    const refunded = await useCases.refundTopUp({
      topUpId: id,
      amount: micro === null ? null : micro.right,
      requestId: idOf(input),
    })
    if (isLeft(refunded)) {
      printError(out, failureMessage(refunded.left, id))
      return EXIT_REFUSED
    }
    const { topUp, refundId, wasDone } = refunded.right
    const { currency } = topUp
    const [amount, price] = [formatMicro(refunded.right.amount, currency), formatMicro(refunded.right.price, 'RUB')]
    const line = `${amount} ${currency} taken back, ${price} RUB on the way to the customer (refund ${refundId})`
    if (wantsJson(input)) printJson(out, { id, refund_id: refundId, currency, amount, price, fresh: !wasDone })
    else printLine(out, wasDone ? `was done before: ${line}` : line)
    return EXIT_OK
  },
}

const resolveFailure = (failure: ResolveRefundFailure, id: string): string => {
  switch (failure.tag) {
    case 'top_up_not_found':
      return noTopUp(id)
    case 'no_refund_under_way':
      return 'no refund of this top-up is under way'
    case 'refund_under_way':
      return 'the payment provider can still be asked: carry the refund on with topups refund'
  }
}

const ENDS = ['succeeded', 'canceled'] as const

const resolve: DatabaseCommand<TopUpUseCases> = {
  name: 'topups resolve-refund',
  summary: 'end a refund to which the payment provider gave no final answer for a day, as it ended there',
  needs: 'database',
  changes: true,
  arguments: [
    idOfTopUp,
    { name: 'end', summary: `how it ended at the payment provider: ${ENDS.join(' or ')}`, check: expectWord(ENDS) },
  ],
  options: [
    { name: 'provider-id', value: 'id', summary: 'the id of the refund there', check: expectName },
    JSON_SWITCH,
  ],
  run: async (useCases, input, out) => {
    const topUpId = topUpIdOf(input)
    const providerRefundId = input.values['provider-id'] ?? null
    const end: RefundEnd =
      input.values['end'] === 'succeeded' ? { status: 'succeeded', providerRefundId } : { status: 'canceled' }
    const resolved = await useCases.resolveRefund({ topUpId, end })
    if (isLeft(resolved)) {
      printError(out, resolveFailure(resolved.left, topUpId))
      return EXIT_REFUSED
    }
    const { topUp, refund, status } = resolved.right
    const amount = formatMicro(refund.amount, topUp.currency)
    if (wantsJson(input)) {
      printJson(out, { id: topUpId, refund_id: refund.id, status, currency: topUp.currency, amount })
    } else {
      const whereTo = status === 'succeeded' ? 'has left the wallet' : 'is free again'
      printLine(out, `refund ${refund.id} has ended as ${status}: ${amount} ${topUp.currency} ${whereTo}`)
    }
    return status === end.status ? EXIT_OK : EXIT_REFUSED
  },
}

export const TOP_UP_COMMANDS: readonly DatabaseCommand<TopUpUseCases>[] = [list, show, refund, resolve]
