import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sql } from 'kysely'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { openTopUpsOf, readStandingFigures } from '../../../../src/adapters/persistence/operators/standing-figures.ts'
import { holdCommand, releaseCommand } from '../../../support/ledger/ledger-commands.ts'
import { databaseWorld } from '../../../support/ledger/ledger-worlds.ts'
import { ENGINES, freshDatabase } from '../../../support/servers/databases.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'

for (const engine of ENGINES) {
  describe(`standing figures on ${engine}`, () => {
    let database: TestDatabase
    before(async () => (database = await freshDatabase(engine)))
    after(() => database.close())

    it('are zero in a new database', async () => {
      expect(await readStandingFigures(database.db)).to.deep.equal({
        holds: [],
        mailWaiting: 0,
        oldestMailAgeSeconds: 0,
        topUpsPending: 0,
        webhooksWaiting: 0,
        oldestWebhookDueSeconds: 0,
      })
    })

    it('tell of open holds by their kind, and which have outlived their lease', async () => {
      const ledger = openLedger(database.open.batches)
      const world = databaseWorld(database, ledger)
      const walletId = await world.makeWallet(100n)
      const [old, ended] = [holdCommand(walletId, 1n), holdCommand(walletId, 1n)]
      const jobId = randomUUID()
      const job = holdCommand(walletId, 1n, { holdId: jobId, reference: { kind: 'video', id: jobId } })
      const messageId = randomUUID()
      const message = holdCommand(walletId, 1n, { holdId: messageId, reference: { kind: 'message', id: messageId } })
      const videoId = randomUUID()
      const video = holdCommand(walletId, 1n, { holdId: videoId, reference: { kind: 'message', id: videoId } })
      await sql`
        insert into video_jobs (id, user_id, wallet, model, prompt, seconds, resolution, audio, instance, attempts,
                                state, progress, created_at, tariff_version, price_per_second)
        select ${videoId}, owner, id, 'm', 'p', 5, '720p', false, 'here', '[]', 'submitting', 0, now(), 'v', 1
          from accounts where id = ${walletId}`.execute(database.db)
      for (const command of [old, ended, job, message, video, releaseCommand(ended)]) await ledger.submit(command)
      await world.expire(old.holdId)
      const { holds } = await readStandingFigures(database.db)
      const counted = Object.fromEntries(holds.map(({ kind, count, overdue }) => [kind, [count, overdue]]))
      expect(counted).to.deep.equal({ chat: [1, 1], video: [1, 0], message: [1, 0], message_video: [1, 0] })
      for (const { oldestAgeSeconds } of holds) expect(oldestAgeSeconds).to.be.within(0, 600)
      await ledger.close()
    })

    it('tell how much mail waits, and for how long the oldest has waited, also while its next attempt is not due', async () => {
      const mail = (madeSecondsAgo: number, isEnded: boolean) => sql`
        insert into outgoing_mail (id, kind, recipient, locale, created_at, next_attempt_at, ended_at, outcome)
        values (${randomUUID()}, 'verify_email', 'ann@example.com', 'en',
                now() - ${madeSecondsAgo}::float8 * interval '1 second', now() + interval '1 hour',
                ${isEnded ? new Date() : null}, ${isEnded ? 'sent' : null})`
      for (const [made, isEnded] of [
        [100, false],
        [10, false],
        [9_000, true],
      ] as const)
        await mail(made, isEnded).execute(database.db)
      const { mailWaiting, oldestMailAgeSeconds } = await readStandingFigures(database.db)
      expect(mailWaiting).to.equal(2)
      expect(oldestMailAgeSeconds).to.be.within(100, 1_000)
    })

    it('tell how many webhook deliveries wait, and for how long the oldest has been due', async () => {
      const { db } = database
      const [owner, webhook] = [randomUUID(), randomUUID()]
      const email = `${owner}@example.com`
      await db.insertInto('users').values({ id: owner, email, email_folded: email }).execute()
      await sql`insert into webhooks (id, user_id, url, secret, created_at)
                values (${webhook}, ${owner}, 'https://example.com/hook', 'wrapped', now())`.execute(db)
      for (const [due, isEnded] of [
        [100, false],
        [-3_600, false],
        [9_000, true],
      ] as const)
        await sql`
          insert into webhook_deliveries (id, webhook_id, event_id, kind, data, occurred_at, created_at,
                                          next_attempt_at, ended_at, outcome)
          values (${randomUUID()}, ${webhook}, ${randomUUID()}, 'test', '{}', now(), now(),
                  now() - ${due}::float8 * interval '1 second',
                  ${isEnded ? new Date() : null}, ${isEnded ? 'delivered' : null})`.execute(db)
      const { webhooksWaiting, oldestWebhookDueSeconds } = await readStandingFigures(db)
      expect(webhooksWaiting).to.equal(2)
      expect(oldestWebhookDueSeconds).to.be.within(100, 1_000)
    })

    it('tell which top-ups have not ended', async () => {
      const { db } = database
      const owner = randomUUID()
      const email = `${owner}@example.com`
      await db.insertInto('users').values({ id: owner, email, email_folded: email }).execute()
      const wallet = randomUUID()
      await db.insertInto('accounts').values({ id: wallet, kind: 'user', owner, currency: 'RUB' }).execute()
      const [pending, paid, unknown] = [randomUUID(), randomUUID(), randomUUID()]
      for (const id of [pending, paid]) {
        const row = { id, user_id: owner, wallet, currency: 'RUB', amount: 1n, price: 1n, provider: 'sandbox' } as const
        await db.insertInto('top_ups').values(row).execute()
      }
      await sql`update top_ups set status = 'succeeded', payment_id = 'p', ended_at = now() where id = ${paid}`.execute(
        db,
      )
      expect(await openTopUpsOf(db, [pending, paid, unknown])).to.deep.equal(new Set([pending]))
      expect(await openTopUpsOf(db, [])).to.deep.equal(new Set())
      expect((await readStandingFigures(db)).topUpsPending).to.equal(1)
    })
  })
}
