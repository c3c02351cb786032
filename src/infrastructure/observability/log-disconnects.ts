import type { DisconnectReporter } from '../../application/ports/providers/disconnect-reporter.ts'
import type { Log } from './logging.ts'

/** Logs repeated client disconnects that cost nothing. */
export const logDisconnects = ({ log }: { readonly log: Log }): DisconnectReporter => ({
  reportUnpaid: (walletId, calls, operationId) =>
    log.warn({ walletId, calls, operationId }, 'an account keeps leaving calls before their provider says a word'),
})
