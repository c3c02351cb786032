import { isLeft } from 'fp-ts/lib/Either.js'
import type { LedgerCommand } from '../../domain/ledger/command.ts'
import type { JournaledCharge, ChargeJournal } from '../ports/billing/charge-journal.ts'
import type { Ledger } from '../ports/billing/ledger.ts'

const isCharge = (command: LedgerCommand): command is JournaledCharge =>
  command.tag === 'settle' || command.tag === 'capture'

/**
 * A ledger that keeps in the journal each charge that it could not take, until it has taken it. The caller submits it
 * again as before; the journal is for the next start of a process that dies in between, or gives up. A statement that
 * the server refuses is no reason to lose a charge: an operator can take a right away, and give it back.
 */
export const journalingLedger = ({
  ledger,
  journal,
}: {
  readonly ledger: Ledger
  readonly journal: ChargeJournal
}): Ledger => ({
  submit: (command) => {
    const answer = ledger.submit(command)
    if (!isCharge(command)) return answer
    return answer.then(
      (given) => {
        if (isLeft(given)) journal.keep(command)
        else journal.remove(command.holdId)
        return given
      },
      (error: unknown) => {
        journal.keep(command)
        throw error
      },
    )
  },
})
