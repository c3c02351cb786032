import type { CallEnd } from '../../domain/ledger/command.ts'
import type { SettlementReporter } from '../../application/ports/billing/settlement-reporter.ts'
import type { Log } from './logging.ts'

const facts = (command: CallEnd) => ({
  end: command.tag,
  holdId: command.holdId,
  walletId: command.walletId,
})

/** Puts what happens to the ends of holds behind the answers into the log. */
export const logSettlements = ({ log }: { readonly log: Log }): SettlementReporter => ({
  delayed: (command, failure, waitedMs) =>
    log.warn({ ...facts(command), failure, waitedMs }, 'a hold cannot be ended yet'),
  abandoned: (command) => log.error(facts(command), 'a hold was not ended; the sweep will release it'),
  refused: (command, outcome) => log.error({ ...facts(command), outcome }, 'the ledger refused to end a hold'),
  lost: (operationId, err) => log.error({ operationId, err }, 'the end of a call could not be worked out'),
})
