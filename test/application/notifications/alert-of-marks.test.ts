import { expect } from 'chai'
import { left } from 'fp-ts/lib/Either.js'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyStores, kyselyUnitOfWork } from '../../../src/adapters/persistence/stores.ts'
import { changeApiKey } from '../../../src/application/accounts/api-keys/change-api-key.ts'
import { reactivateUser } from '../../../src/application/accounts/users/reactivate-user.ts'
import { alertOfLimit } from '../../../src/application/notifications/alert-of-budget.ts'
import { alertOfMarks } from '../../../src/application/notifications/alert-of-marks.ts'
import { saveNotifications } from '../../../src/application/notifications/save-notifications.ts'
import { DEFAULT_NOTIFICATIONS } from '../../../src/domain/mail/notification-settings.ts'
import { NO_LIMITS } from '../../../src/domain/api-keys/key-limits.ts'
import { testId } from '../../contract/billing/billing-stores.ts'
import { AT, someHash, someUser } from '../../contract/accounts/identity-stores.ts'
import { someWebhook } from '../../contract/webhooks/webhook-stores.ts'
import {
  giveBackCommand,
  holdCommand,
  settleCommand,
  takeCommand,
  topUpCommand,
} from '../../support/ledger/ledger-commands.ts'
import { manualClock } from '../../support/manual-clock.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'

const ROUBLE = 1_000_000n
const QUIET = new AbortController().signal

/** A customer with 200 roubles, a key with a limit of 100, and a webhook for everything. */
const bench = async ({ db, open }: TestDatabase) => {
  const clock = manualClock()
  const ids = { next: testId }
  const invalidation = { announce: async () => 0 }
  const stores = kyselyStores(db)
  const ledger = openLedger(open.batches)
  const unitOfWork = kyselyUnitOfWork(db, ledger)
  const user = someUser({ emailVerified: true })
  await stores.users.add(user)
  const walletId = testId()
  await stores.wallets.open({ id: walletId, owner: user.id, currency: 'RUB' })
  const deposit = (roubles: bigint) => ledger.submit(topUpCommand(walletId, roubles * ROUBLE))
  const topUp = topUpCommand(walletId, 200n * ROUBLE)
  await ledger.submit(topUp)
  const keyId = testId()
  const shown = { id: keyId, userId: user.id, name: 'key', prefix: 'sk-aiagg-abc', lastFour: 'wxyz' }
  const limits = { ...NO_LIMITS, spendLimit: 100n * ROUBLE, expiresAt: null, note: null, disabled: false }
  const period = { periodSpent: 0n, periodEndsAt: null }
  await stores.apiKeys.add({ ...shown, ...limits, ...period, keyHash: someHash(), createdAt: AT })
  const webhook = someWebhook(user.id)
  await stores.webhooks.add(webhook, 'whsec_YQ==')
  const look = alertOfMarks({ unitOfWork, ids, clock })
  await look(QUIET)
  return {
    stores,
    user,
    webhook,
    keyId,
    unitOfWork,
    deposit,
    /** What an operator does. */
    debit: (roubles: bigint) => ledger.submit(takeCommand(walletId, roubles * ROUBLE)),
    /** What the refund of the first top-up does. */
    giveBack: (roubles: bigint) => ledger.submit(giveBackCommand(walletId, topUp.transferId, roubles * ROUBLE)),
    setThreshold: async (roubles: bigint | null) => {
      const lowBalanceThreshold = roubles === null ? null : roubles * ROUBLE
      await saveNotifications({ unitOfWork, ids, clock })(user.id, { lowBalanceThreshold })
    },
    setLimit: (roubles: bigint) => {
      const change = changeApiKey({ unitOfWork, invalidation, clock, alertOfLimit: alertOfLimit({ ids, clock }) })
      return change({ userId: user.id, keyId, change: { spendLimit: roubles * ROUBLE } })
    },
    reactivate: () =>
      reactivateUser({ unitOfWork, invalidation, storedResponses: { removeOfClosed: async () => 0 } })(user.id),
    look: () => look(QUIET),
    /** One call that the key pays, as the counting of usage notes it. */
    spend: async (roubles: bigint) => {
      const hold = holdCommand(walletId, roubles * ROUBLE, { budgetId: keyId })
      await ledger.submit(hold)
      await ledger.submit(settleCommand(hold, roubles * ROUBLE))
      const moved = { wallet: walletId, budget_id: keyId }
      await db
        .insertInto('usage_touched')
        .values(moved)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    refuse: () => stores.marks.noteRefused([{ walletId, keyId, limit: 100n * ROUBLE, periodEndsAt: null }]),
    hold: (roubles: bigint) => ledger.submit(holdCommand(walletId, roubles * ROUBLE)),
    /** The kinds of queued events, oldest first. */
    events: async () => {
      const page = await stores.deliveries.page({ webhookId: webhook.id, before: null, limit: 100 })
      return page.toReversed().map(({ kind, data }) => ({ kind, ...data }))
    },
    mails: async () => {
      const rows = await db.selectFrom('outgoing_mail').selectAll().where('recipient', '=', user.emailFolded).execute()
      return rows.map(({ kind, locale, facts }) => ({ kind, locale, facts }))
    },
  }
}

const kindsOf = (events: readonly { readonly kind: string }[]): readonly string[] => events.map(({ kind }) => kind)

describeOnDatabases('marks of balances and limits', (database) => {
  it('of a limit that is lowered to what a key has spent alert the owner at once, and once', async () => {
    const { spend, setLimit, look, events } = await bench(database())
    await spend(60n)
    await look()
    expect(await events()).to.deep.equal([])
    await setLimit(70n)
    expect(kindsOf(await events())).to.deep.equal(['key.budget_80'])
    await spend(1n)
    await look()
    expect(kindsOf(await events())).to.deep.equal(['key.budget_80'])
  })

  it('of a balance that fell while its account was closed alert the owner when the account is opened again', async () => {
    const { stores, user, debit, reactivate, look, events } = await bench(database())
    await stores.users.deactivate(user.id, AT)
    await debit(150n)
    await look()
    expect(await events()).to.deep.equal([])
    await reactivate()
    await look()
    expect(kindsOf(await events())).to.deep.equal(['balance.low'])
  })

  it('alert the owner by mail and webhook when they are passed, once, however many workers look', async () => {
    const { spend, look, events, mails, keyId } = await bench(database())
    await spend(79n)
    await look()
    expect(await events()).to.deep.equal([])
    await spend(1n)
    expect((await Promise.all([look(), look(), look()])).toSorted((one, other) => one - other)).to.deep.equal([0, 0, 1])
    const spent = { key_id: keyId, key_name: 'key', currency: 'RUB', spent: '80.00', spend_limit: '100.00' }
    expect(await events()).to.deep.equal([{ kind: 'key.budget_80', ...spent, period_ends_at: null }])
    await spend(1n)
    await look()
    expect(kindsOf(await events())).to.deep.equal(['key.budget_80'])
    await spend(19n)
    await look()
    expect(kindsOf(await events())).to.deep.equal(['key.budget_80', 'key.budget_100'])
    const facts = { key: 'sk-aiagg-abc…wxyz', limit: '100.00' }
    expect(await mails()).to.have.deep.members([
      { kind: 'key_budget_80', locale: 'en', facts: { ...facts, spent: '80.00' } },
      { kind: 'key_budget_100', locale: 'en', facts: { ...facts, spent: '100.00' } },
    ])
  })

  it('alert the owner again after a top-up and after a raised limit', async () => {
    const { spend, look, events, deposit, stores, keyId } = await bench(database())
    await stores.apiKeys.change(keyId, { spendLimit: null })
    await spend(101n)
    await look()
    await spend(1n)
    await look()
    expect(await events()).to.deep.equal([
      { kind: 'balance.low', currency: 'RUB', balance: '99.00', threshold: '100.00' },
    ])
    // The balance rises and falls again before a worker looks.
    await deposit(10n)
    await spend(10n)
    await look()
    expect(await events()).to.have.length(2)
    await stores.apiKeys.change(keyId, { spendLimit: 130n * ROUBLE })
    await spend(1n)
    await look()
    await stores.apiKeys.change(keyId, { spendLimit: 135n * ROUBLE })
    await spend(1n)
    await look()
    expect(kindsOf(await events())).to.deep.equal(['balance.low', 'balance.low', 'key.budget_80', 'key.budget_80'])
  })

  it('are passed by a call that was refused for the limit, once, and the owner is alerted of what is charged none the less', async () => {
    const { spend, refuse, look, events, mails } = await bench(database())
    const alerted = async () =>
      (await events()).map(({ kind, ...data }) => [kind, 'spent' in data ? data.spent : null] as const)
    await refuse()
    await look()
    await spend(79n)
    await refuse()
    await look()
    expect(await alerted(), 'by a call that was too expensive').to.deep.equal([])
    await spend(6n)
    await look()
    await refuse()
    await look()
    await refuse()
    await spend(5n)
    await look()
    const reached = [
      ['key.budget_80', '85.00'],
      ['key.budget_100', '85.00'],
    ]
    expect(await alerted()).to.deep.equal(reached)
    await spend(10n)
    await refuse()
    await look()
    expect(await alerted()).to.deep.equal([...reached, ['key.budget_100', '100.00']])
    expect(
      (await mails()).map(({ kind, facts }) => [kind, (facts as Record<string, string>)['spent']]),
    ).to.have.deep.members([
      ['key_budget_80', '85.00'],
      ['key_budget_100', '85.00'],
      ['key_budget_100', '100.00'],
    ])
  })

  it('are not passed by money that is only held', async () => {
    const { spend, hold, look, events } = await bench(database())
    await hold(150n)
    await spend(1n)
    await look()
    expect(await events()).to.deep.equal([])
  })

  it('are passed by an adjustment and by the refund of a top-up, once each time that the balance falls', async () => {
    const { debit, giveBack, deposit, look, events, mails } = await bench(database())
    await debit(100n)
    await look()
    expect(await events(), 'at the threshold').to.deep.equal([])
    await debit(1n)
    await debit(1n)
    await look()
    const low = { kind: 'balance.low', currency: 'RUB', threshold: '100.00' }
    expect(await events()).to.deep.equal([{ ...low, balance: '98.00' }])
    await deposit(50n)
    await giveBack(50n)
    await look()
    await giveBack(1n)
    await look()
    const alerted = ['98.00', '98.00']
    expect(await events()).to.deep.equal(alerted.map((balance) => ({ ...low, balance })))
    expect((await mails()).map(({ facts }) => (facts as Record<string, string>)['balance'])).to.deep.equal(alerted)
  })

  it('are passed by another threshold as by a movement of money', async () => {
    const { setThreshold, debit, deposit, look, events } = await bench(database())
    const thresholds = async () => (await events()).map((each) => ('threshold' in each ? each.threshold : null))
    await setThreshold(200n)
    expect(await thresholds(), 'the balance is at it').to.deep.equal([])
    await setThreshold(201n)
    await setThreshold(202n)
    await look()
    expect(await thresholds(), 'once').to.deep.equal(['201.00'])
    await setThreshold(150n)
    await debit(51n)
    await look()
    expect(await thresholds(), 'a fall below a lower one').to.deep.equal(['201.00', '150.00'])
    await deposit(11n)
    await setThreshold(161n)
    expect(await thresholds(), 'a rise above the old one before').to.deep.equal(['201.00', '150.00', '161.00'])
    await debit(1n)
    await setThreshold(170n)
    await setThreshold(null)
    await look()
    expect(await thresholds()).to.have.length(3)
    await setThreshold(180n)
    await look()
    expect(await thresholds(), 'turned on again').to.deep.equal(['201.00', '150.00', '161.00', '180.00'])
    await deposit(100n)
    await debit(81n)
    await setThreshold(190n)
    await look()
    expect((await thresholds()).slice(4), 'a fall that no worker has seen').to.deep.equal(['190.00'])
  })

  it('wait for the next worker where one dies amid its look', async () => {
    const { spend, look, events, unitOfWork } = await bench(database())
    await spend(80n)
    await unitOfWork.transact(async ({ marks }) => {
      expect(await marks.takeMoved()).to.not.equal(null)
      return left('died')
    })
    expect(await look()).to.equal(1)
    expect(kindsOf(await events())).to.deep.equal(['key.budget_80'])
  })

  it('send no mail that the owner does not want, none to an address that is not verified, and have their threshold', async () => {
    const muted = await bench(database())
    const settings = { ...DEFAULT_NOTIFICATIONS, muted: ['balance_low'], lowBalanceThreshold: 150n * ROUBLE } as const
    await muted.stores.notificationSettings.save(muted.user.id, settings)
    await muted.spend(51n)
    await muted.look()
    expect([kindsOf(await muted.events()), await muted.mails()]).to.deep.equal([['balance.low'], []])
    const off = await bench(database())
    await off.stores.notificationSettings.save(off.user.id, { ...DEFAULT_NOTIFICATIONS, lowBalanceThreshold: null })
    await off.stores.apiKeys.change(off.keyId, { spendLimit: null })
    await off.spend(150n)
    await off.look()
    expect([await off.events(), await off.mails()]).to.deep.equal([[], []])
    const closed = await bench(database())
    await closed.stores.users.deactivate(closed.user.id, AT)
    await closed.spend(90n)
    await closed.look()
    expect([await closed.events(), await closed.mails()]).to.deep.equal([[], []])
  })

  it('that the owner passes by changing a threshold or a limit are events until there were enough of them today', async () => {
    const { stores, webhook, setThreshold, setLimit, spend, debit, look, events } = await bench(database())
    for (let asked = 0; asked < 199; asked += 1) {
      const test = { id: testId(), webhookId: webhook.id, eventId: testId(), kind: 'webhook.test', data: {} } as const
      const at = new Date(manualClock().now())
      await stores.deliveries.enqueue({ ...test, occurredAt: at, createdAt: at, isByHand: true })
    }
    const marks = async () => kindsOf(await events()).filter((kind) => kind !== 'webhook.test')
    for (const threshold of [300n, null, 300n, null, 300n]) await setThreshold(threshold)
    expect(await marks()).to.deep.equal(['balance.low'])
    await spend(60n)
    await look()
    await setLimit(70n)
    expect(await marks(), 'of a limit').to.deep.equal(['balance.low'])
    await setThreshold(100n)
    await debit(50n)
    await look()
    expect(await marks(), 'by a movement of money').to.deep.equal(['balance.low', 'balance.low'])
  })
})
