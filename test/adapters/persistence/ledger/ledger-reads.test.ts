import { expect } from 'chai'
import { sql } from 'kysely'
import type { Statement } from '../../../../src/adapters/persistence/engine/batch-transactions.ts'
import { firstReads, loadState } from '../../../../src/adapters/persistence/ledger/ledger-reads.ts'
import { ledgerStatements } from '../../../../src/adapters/persistence/ledger/ledger-writes.ts'
import { applyBatch } from '../../../../src/domain/ledger/apply-batch.ts'
import { coverCaptures } from '../../../../src/domain/ledger/captures/covered-captures.ts'
import type { Capture } from '../../../../src/domain/ledger/reservation-command.ts'
import type { Reservation } from '../../../../src/domain/ledger/reservation.ts'
import { outcomeOf } from '../../../contract/billing/ledger.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { captureCommand, holdCommand, reserveCommand, settleCommand } from '../../../support/ledger/ledger-commands.ts'
import { databaseWorld } from '../../../support/ledger/ledger-worlds.ts'

const explained = ({ text, values }: Statement): Statement => ({ text: `explain ${text}`, values })

describeOnDatabases(
  'the plans of the ledger',
  (database) => {
    const scansOfABatch = async (areCounted: boolean, size = 3): Promise<readonly string[]> => {
      const { batches, db } = database().open
      const { ledger, makeWallet } = databaseWorld(database())
      const walletIds = await Promise.all(Array.from({ length: size }, () => makeWallet(100n)))
      const held = walletIds.map((walletId) => holdCommand(walletId, 10n))
      for (const hold of held) await outcomeOf(ledger, hold)
      if (areCounted) await sql`vacuum analyze accounts, holds, transfers, budgets`.execute(db)
      const commands = [...held.map((hold) => settleCommand(hold, 5n)), ...walletIds.map((id) => holdCommand(id, 1n))]
      const plans = await batches.run(firstReads(commands), async (rows, more) => {
        const state = await loadState(commands, rows, more, false)
        const { writes } = applyBatch(state, commands, Date.now())
        const { write, guardedWrite } = ledgerStatements()
        const written = [write(writes), guardedWrite(writes, state)]
        const statements = [...firstReads(commands), ...written.filter((write) => write !== null)]
        return { write: null, value: await more(statements.map(explained)) }
      })
      const lines = plans.flat().map((row) => String(row['QUERY PLAN']))
      return lines.filter((line) => /(Index|Seq|Bitmap).* on (accounts|holds|budgets|transfers)/.test(line))
    }

    const scansOfCaptures = async (areCounted: boolean, size: number): Promise<readonly string[]> => {
      const { batches, db } = database().open
      const { ledger, makeWallet, makeBudget } = databaseWorld(database())
      const reservations: Reservation[] = []
      const captures: Capture[] = []
      for (let made = 0; made < size; made += 1) {
        const reserve = reserveCommand({ walletId: await makeWallet(200n), budgetId: await makeBudget(null) }, 50n)
        const reserved = await outcomeOf(ledger, reserve)
        if (reserved.tag === 'reserved') reservations.push(reserved.reservation)
        captures.push(captureCommand(reserve, 5n))
      }
      if (areCounted) await sql`vacuum analyze accounts, holds, transfers, budgets, reservations`.execute(db)
      const writes = coverCaptures(new Map(reservations.map((each) => [each.id, each])), captures)
      if (writes === null) throw new Error('not covered')
      const statement = explained(ledgerStatements().coveredWrite(writes, Date.now()))
      const plan = await batches.run([], async (_, more) => ({ write: null, value: await more([statement]) }))
      const lines = plan.flat().map((row) => String(row['QUERY PLAN']))
      return lines.filter((line) =>
        /(Index|Seq|Bitmap).* on (accounts|holds|budgets|transfers|reservations)/.test(line),
      )
    }

    it('do so for captures that are decided on their reservations alone', async () => {
      for (const areCounted of [false, true]) {
        for (const size of [1, 3]) {
          const scans = await scansOfCaptures(areCounted, size)
          expect(scans.map((line) => /Index Scan using (\w+_pkey)/.exec(line)?.[1])).to.have.members([
            'accounts_pkey',
            'budgets_pkey',
            'reservations_pkey',
          ])
        }
      }
    })

    const expectKeysOnly = (scans: readonly string[]): void => {
      expect(scans).to.have.length.greaterThan(7)
      expect(scans.filter((line) => !/Index Scan using \w+_pkey/.test(line))).to.deep.equal([])
    }

    it('look every row up by its key, though made while the tables were nearly empty', async () => {
      expectKeysOnly(await scansOfABatch(true))
    })

    it('look every row up by its key, though made before the server knew any size', async () => {
      expectKeysOnly(await scansOfABatch(false))
    })

    it('do so for a single row as well, written without arrays', async () => {
      expectKeysOnly(await scansOfABatch(false, 1))
      expectKeysOnly(await scansOfABatch(true, 1))
    })
  },
  ['postgresql'],
)
