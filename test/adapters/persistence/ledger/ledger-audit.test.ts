import { expect } from 'chai'
import { sql } from 'kysely'
import { auditLedger } from '../../../../src/application/billing/wallets/audit-ledger.ts'
import type { AuditReport } from '../../../../src/application/billing/wallets/audit-ledger.ts'
import { kyselyInstances } from '../../../../src/adapters/persistence/instances/instances.ts'
import type { Reserve } from '../../../../src/domain/ledger/reservation-command.ts'
import { kyselyLedgerAudit } from '../../../../src/adapters/persistence/ledger/ledger-audit.ts'
import { outcomeOf } from '../../../contract/billing/ledger.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import {
  captureCommand,
  holdCommand,
  releaseCommand,
  reserveCommand,
  returnCommand,
  settleCommand,
} from '../../../support/ledger/ledger-commands.ts'
import { databaseWorld } from '../../../support/ledger/ledger-worlds.ts'

describeOnDatabases('the audit', (database) => {
  const audit = (): Promise<AuditReport> => auditLedger({ ledgerAudit: kyselyLedgerAudit(database().db) })()
  const tags = async (): Promise<readonly string[]> => (await audit()).violations.map(({ tag }) => tag)

  it('sums a sound ledger up and lists answers that may be unpaid', async () => {
    const { ledger, makeWallet, makeBudget } = databaseWorld(database())
    const [walletId, budgetId] = [await makeWallet(100n), await makeBudget(null)]
    const [paid, lost, late] = [
      holdCommand(walletId, 10n, { budgetId }),
      holdCommand(walletId, 10n),
      holdCommand(walletId, 10n),
    ]
    for (const command of [
      paid,
      lost,
      late,
      settleCommand(paid, 130n),
      releaseCommand(lost, { reason: 'instance_lost' }),
      releaseCommand(late, { reason: 'expired' }),
      settleCommand(late, 3n),
    ]) {
      await outcomeOf(ledger, command)
    }
    const { figures, violations } = await audit()
    expect(violations).to.deep.equal([])
    const [rub] = figures.currencies
    expect(rub?.accounts).to.deep.equal({
      user: 17n,
      revenue: 133n,
      deposits: -100n,
      promo: 0n,
      writeoff: -50n,
      adjustment: 0n,
    })
    expect(figures).to.deep.include({ wallets: 1, transfers: 4, openHolds: 0, possiblyUnpaidCount: 1 })
    expect(figures.possiblyUnpaid.map(({ holdId, amount, reason }) => [holdId, amount, reason])).to.deep.equal([
      [lost.holdId, 10n, 'instance_lost'],
    ])
  })

  it('lists the reservations whose process died, and how much was open, but none that their process ended', async () => {
    const { db } = database()
    const { ledger, makeWallet, makeBudget } = databaseWorld(database())
    const instances = kyselyInstances(db)
    const open = async (instance: string): Promise<Reserve> => {
      const of = { walletId: await makeWallet(160n), budgetId: await makeBudget(null) }
      const reserve = reserveCommand(of, 40n, { instance })
      await outcomeOf(ledger, reserve)
      await outcomeOf(ledger, captureCommand(reserve, 7n))
      return reserve
    }
    await Promise.all(['stopped', 'killed'].map((name) => instances.begin(name)))
    const [stopped, killed] = [await open('stopped'), await open('killed')]
    await outcomeOf(ledger, returnCommand(stopped, 'all'))
    await Promise.all(['stopped', 'killed'].map((name) => instances.end(name)))
    const { reservationId, walletId } = killed
    const died = { reservationId, walletId, currency: 'RUB', openAtMost: 33n }
    const before = (await audit()).figures
    expect(before.diedReservations).to.deep.equal([{ ...died, endedAt: null }])
    await outcomeOf(ledger, returnCommand(killed, 'all'))
    const { figures } = await audit()
    expect(figures.diedReservationsCount).to.equal(1)
    expect(figures.diedReservations[0]).to.deep.include(died)
    expect(figures.diedReservations[0]?.endedAt).to.be.an.instanceOf(Date)
  })

  it('lists the holds that no process has swept, as after an hour without the service, and finds nothing wrong', async () => {
    const { db } = database()
    const { ledger, makeWallet } = databaseWorld(database())
    const walletId = await makeWallet(100n)
    const [left, open] = [holdCommand(walletId, 10n), holdCommand(walletId, 10n)]
    for (const command of [left, open]) await outcomeOf(ledger, command)
    await sql`update holds set expires_at = now() - interval '1 hour' where id = ${left.holdId}`.execute(db)
    await sql`update holds set expires_at = now() + interval '1 hour' where id = ${open.holdId}`.execute(db)
    const { figures, violations } = await audit()
    expect(violations).to.deep.equal([])
    expect(figures).to.deep.include({ openHolds: 2, overdueHoldsCount: 1 })
    expect(figures.overdueHolds.map(({ holdId }) => holdId)).to.deep.equal([left.holdId])
  })

  it('finds every sum that was tampered with', async () => {
    const { db } = database()
    const { ledger, makeWallet, makeBudget } = databaseWorld(database())
    const [walletId, budgetId] = [await makeWallet(100n), await makeBudget(null)]
    const hold = holdCommand(walletId, 10n, { budgetId })
    await outcomeOf(ledger, hold)
    expect(await tags()).to.deep.equal([])
    await sql`update accounts set balance = balance + 1 where id = ${walletId}`.execute(db)
    expect(await tags()).to.deep.equal(['currency_not_balanced', 'wallet_balance_wrong'])
    await sql`update accounts set balance = balance - 1, held = held + 1 where id = ${walletId}`.execute(db)
    expect(await tags()).to.deep.equal(['wallet_held_wrong'])
    await sql`update accounts set held = held - 1 where id = ${walletId}`.execute(db)
    await sql`update budgets set spent = 1, held = 9 where id = ${budgetId}`.execute(db)
    expect(await tags()).to.deep.equal(['budget_spent_wrong', 'budget_held_wrong'])
    await sql`update budgets set spent = 0, held = 10 where id = ${budgetId}`.execute(db)
    await sql`
      update holds set state = 'settled', settled_amount = 4, ended_at = now() where id = ${hold.holdId}`.execute(db)
    expect(await tags()).to.deep.equal([
      'wallet_held_wrong',
      'budget_held_wrong',
      'hold_transfers_wrong',
      'usage_wrong',
    ])
  })
})
