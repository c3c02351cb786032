import type { ReservationBook } from '../../../application/billing/reservations/reservation-book.ts'
import { formatMicro } from '../../../domain/money/decimal.ts'
import { ATTRIBUTES } from './attributes.ts'
import type { OperationSpans } from './operation-spans.ts'
import type { Tracing } from './tracing.ts'

/** The same book; an admitted call is a span of its request, and what is done for it belongs to that request. */
export const tracedReservations = (
  book: ReservationBook,
  tracing: Pick<Tracing, 'start'>,
  operations: Pick<OperationSpans, 'begin'>,
): ReservationBook => ({
  ...book,
  admit: (call) => {
    const admitted = book.admit(call)
    if (admitted === null) return null
    const request = operations.begin(call.operationId)
    if (request !== null) {
      const held = formatMicro(call.holdMicro, 'RUB')
      tracing
        .start('admit', 'internal', request, { [ATTRIBUTES.operationId]: call.operationId, [ATTRIBUTES.held]: held })
        .end()
    }
    return admitted
  },
})
