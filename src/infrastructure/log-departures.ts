import type { DepartureReporter } from '../application/ports/departure-reporter.ts'
import type { Log } from './logging.ts'

/** Puts repeated departures that cost nothing into the log. */
export const logDepartures = ({ log }: { readonly log: Log }): DepartureReporter => ({
  leavesUnpaid: (walletId, calls, operationId) =>
    log.warn({ walletId, calls, operationId }, 'an account keeps leaving calls before their vendor says a word'),
})
