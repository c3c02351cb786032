import { crc32 } from 'node:zlib'
import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { JournaledCharge } from '../../application/ports/billing/charge-journal.ts'
import type { Capture } from '../../domain/ledger/reservation-command.ts'

const micro = new t.Type<bigint, string>(
  'micro',
  (value): value is bigint => typeof value === 'bigint',
  (value, context) =>
    typeof value === 'string' && /^\d{1,30}$/.test(value) ? t.success(BigInt(value)) : t.failure(value, context),
  String,
)

const nullable = <C extends t.Mixed>(codec: C) => t.union([t.null, codec])

const priced = {
  holdId: t.string,
  walletId: t.string,
  price: micro,
  reference: t.type({ kind: t.string, id: t.string }),
  description: t.string,
  tariffVersion: nullable(t.string),
  // Stored unread.
  receipt: t.unknown,
}

const charge = t.union([
  t.type({ tag: t.literal('settle'), ...priced }),
  t.type({
    tag: t.literal('capture'),
    ...priced,
    budgetId: t.string,
    instance: t.string,
    reservationId: t.string,
    amount: micro,
    cover: micro,
    releaseReason: t.string,
  }),
])

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')

/** One line for each charge: a checksum, a space, the command. */
export const chargeLine = (command: JournaledCharge): string => {
  const { price } = command
  const sums: Partial<Record<keyof Capture, string>> =
    command.tag === 'capture' ? { amount: String(command.amount), cover: String(command.cover) } : {}
  const text = JSON.stringify({ ...command, ...sums, price: String(price) })
  return `${checksum(text)} ${text}\n`
}

const chargeOf = (line: string): JournaledCharge | null => {
  const [sum, text] = [line.slice(0, 8), line.slice(9)]
  if (sum !== checksum(text)) return null
  const decoded = charge.decode(JSON.parse(text))
  return isLeft(decoded) ? null : (decoded.right as JournaledCharge)
}

interface ReadCharges {
  readonly charges: readonly JournaledCharge[]
  /** Lines that are no charges. The last one may be torn, since its process died while it was written. */
  readonly unreadable: number
}

export const readChargeLines = (text: string): ReadCharges => {
  const lines = text.split('\n')
  const last = lines.pop()
  const charges = lines.map(chargeOf)
  const whole = charges.filter((each) => each !== null)
  return { charges: whole, unreadable: lines.length - whole.length + (last === '' ? 0 : 1) }
}
