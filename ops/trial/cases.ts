import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Database } from '../../src/adapters/persistence/schema/schema.ts'
import { eventually } from '../../test/support/eventually.ts'
import { clockAhead } from '../../test/support/processes/clock-ahead.ts'
import { startRedis } from '../../test/support/servers/redis.ts'
import type { OwnRedis } from '../../test/support/servers/redis.ts'
import type { Case } from './case.ts'
import { databaseBusy } from './database-busy.ts'
import { failingLoop } from './failing-loop.ts'
import { holdLock } from './hold-lock.ts'
import type { Installation } from './installation.ts'

/** Cases of one lane come one after another; lanes run side by side. */
export type Lane = readonly Case[]

/** Rows as no program of ours writes them: the triggers that guard the ledger are off. */
const plant = (db: Kysely<Database>, write: (transaction: Kysely<Database>) => Promise<unknown>): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await write(transaction)
  })

const walletOf = async ({ database: { db }, idle }: Installation, currency: 'RUB' | 'TOKEN'): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a join users u on u.id = a.owner
     where u.email_folded = ${idle.email} and a.currency = ${currency}`.execute(db)
  const [wallet] = rows
  if (wallet === undefined) throw new Error('the customer has no such wallet')
  return wallet.id
}

const oldHold = (on: Installation): Case => ({
  title: 'a hold that no process ends',
  alerts: ['HoldsOld'],
  begin: async () => {
    const { db } = on.database
    const [id, wallet] = [randomUUID(), await walletOf(on, 'RUB')]
    await plant(db, (transaction) =>
      sql`insert into holds (id, wallet, currency, amount, state, reference, expires_at, created_at)
          values (${id}, ${wallet}, 'RUB', 1, 'held', ${`chat:${id}`}, now() + interval '1 hour',
                  now() - interval '1 hour')`.execute(transaction),
    )
    return () => plant(db, (transaction) => sql`delete from holds where id = ${id}`.execute(transaction))
  },
})

const plantedMoney = (on: Installation): Case => ({
  title: 'money out of nothing',
  alerts: ['LedgerUnbalanced'],
  begin: async () => {
    const { db } = on.database
    const wallet = await walletOf(on, 'TOKEN')
    const add = (micro: bigint) =>
      plant(db, (transaction) =>
        sql`update accounts set balance = balance + ${micro.toString()}::bigint where id = ${wallet}`.execute(
          transaction,
        ),
      )
    await add(5_000_000n)
    return () => add(-5_000_000n)
  },
})

const waitingMail = (on: Installation): Case => ({
  title: 'a mail message that is not sent',
  alerts: ['MailWaiting'],
  begin: async () => {
    const { db } = on.database
    const id = randomUUID()
    // As long as a pause may be: a longer one is of a wrong clock, and the mail is sent at once.
    await sql`insert into outgoing_mail (id, kind, recipient, locale, created_at, next_attempt_at)
              values (${id}, 'verify_email', 'trial@example.com', 'en', now() - interval '1 hour',
                      now() + interval '15 minutes')`.execute(db)
    return async () => {
      await sql`update outgoing_mail set next_attempt_at = now() where id = ${id}`.execute(db)
    }
  },
})

const lockedDelivery = (on: Installation): Case => ({
  title: 'a webhook delivery that no process can take',
  alerts: ['WebhooksLate'],
  begin: async () => {
    const [webhook, delivery] = [randomUUID(), randomUUID()]
    const client = new pg.Client({ connectionString: on.database.url ?? '' })
    await client.connect()
    await client.query(
      `insert into webhooks (id, user_id, url, secret, created_at)
       select $1, id, 'https://example.com/hook', 'none', now() from users where email_folded = $2`,
      [webhook, on.idle.email],
    )
    await client.query(
      `insert into webhook_deliveries (id, webhook_id, event_id, kind, data, occurred_at, created_at, next_attempt_at)
       values ($1, $2, $1, 'test', '{}', now(), now(), now() + interval '5 seconds')`,
      [delivery, webhook],
    )
    // Locked before it is due, so that no worker takes it.
    await client.query('begin')
    await client.query('select from webhook_deliveries where id = $1 for update', [delivery])
    return async () => {
      await client.query('delete from webhooks where id = $1', [webhook])
      await client.query('commit')
      await client.end()
    }
  },
})

/** The payment of a new top-up of the idle customer. */
const orderTopUp = async ({ url, idle, shop }: Installation): Promise<string> => {
  const known = new Set(shop.payments.keys())
  const answer = await fetch(`${url}/v1/billing/topup`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${idle.accessToken}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ currency: 'RUB', amount: '100' }),
  })
  if (!answer.ok) throw new Error(`the top-up was refused: ${await answer.text()}`)
  const made = [...shop.payments.keys()].find((id) => !known.has(id))
  if (made === undefined) throw new Error('the shop has no payment of the top-up')
  return made
}

const lockedWallet = (on: Installation): Case => ({
  title: 'a paid top-up whose wallet is locked',
  alerts: ['TopUpsUncredited'],
  begin: async () => {
    const wallet = await walletOf(on, 'RUB')
    const payment = await orderTopUp(on)
    const unlock = await holdLock(on, 'select from accounts where id = $1 for update', [wallet])
    on.shop.change(payment, { status: 'succeeded' })
    return unlock
  },
})

const wrongPayment = (on: Installation): Case => ({
  title: 'a payment of another amount',
  alerts: ['PaymentMismatch'],
  begin: async () => {
    const payment = await orderTopUp(on)
    const amount = on.shop.payments.get(payment)?.amount
    if (amount === undefined) throw new Error('the payment is gone')
    on.shop.change(payment, { status: 'succeeded', amount: { ...amount, value: '1.00' } })
    return async () => on.shop.change(payment, { amount })
  },
})

const workerKilled = (on: Installation): Case => ({
  title: 'the only worker is killed',
  alerts: ['WorkerAway', 'ProcessDown', 'AuditMissing'],
  begin: async () => {
    await on.worker.current.kill('SIGKILL')
    return () => on.worker.start()
  },
})

const wrongClock = (on: Installation): Case => ({
  title: 'the clock of the worker is a minute ahead',
  alerts: ['ClockDiffers'],
  begin: async () => {
    await on.worker.current.kill('SIGKILL')
    await on.worker.start(clockAhead(60_000))
    return async () => {
      await on.worker.current.kill('SIGKILL')
      await on.worker.start()
    }
  },
})

const providerAway = (on: Installation): Case => ({
  title: 'the provider accepts no connection',
  alerts: ['ProviderFailing', 'ErrorBudgetBurning'],
  begin: async () => {
    await on.upstream.stop()
    return on.upstream.start
  },
})

/** Calls that wait for their provider while the case does something to them. */
const underWay = async (on: Installation, calls: number): Promise<void> => {
  on.upstream.hold()
  for (let index = 0; index < calls; index += 1) void on.call().catch(() => null)
  await eventually(() => on.upstream.held() >= calls)
}

const lostHold = (on: Installation): Case => ({
  title: 'the hold of a running call disappears',
  alerts: ['SettlementsLost'],
  begin: async () => {
    await underWay(on, 3)
    await plant(on.database.db, (transaction) =>
      // The hold of another case is older. What wallets and budgets keep as held goes with the holds, so the books
      // agree.
      sql`with gone as (
            delete from holds where state = 'held' and created_at > now() - interval '30 minutes'
            returning wallet, budget_id, amount),
          freed as (
            update accounts a set held = a.held - g.sum
              from (select wallet, sum(amount)::bigint as sum from gone group by wallet) g where a.id = g.wallet)
          update budgets b set held = b.held - g.sum
            from (select budget_id, sum(amount)::bigint as sum from gone where budget_id is not null group by budget_id) g
           where b.id = g.budget_id`.execute(transaction),
    )
    on.upstream.release()
    return async () => undefined
  },
})

const databaseAway = (on: Installation): Case => ({
  title: 'the database is away, with answers under way',
  alerts: ['DatabaseAway', 'SettlementsQueued'],
  begin: async () => {
    await underWay(on, 15)
    await on.proxy.refuse()
    on.upstream.release()
    return () => on.proxy.reopen()
  },
})

const STOPPED_MS = 500
const RUNNING_MS = 150

const blockedLoop = (on: Installation): Case => ({
  title: 'the server stops again and again',
  alerts: ['EventLoopSlow'],
  begin: async () => {
    const { pid } = on.server.current
    let isOver = false
    const loop = (async () => {
      while (!isOver) {
        process.kill(pid, 'SIGSTOP')
        await wait(STOPPED_MS)
        process.kill(pid, 'SIGCONT')
        await wait(RUNNING_MS)
      }
    })()
    return async () => {
      isOver = true
      await loop
    }
  },
})

const manyModels = (on: Installation): Case => ({
  title: 'more models than a metric tells apart',
  alerts: ['MetricsOverflow'],
  begin: async () => {
    for (let model = 0; model < 24; model += 1) await on.call(model)
    return async () => {
      await on.server.current.kill('SIGTERM')
      await on.server.start()
    }
  },
})

const redisAway = (redis: OwnRedis): Case => ({
  title: 'Redis is away',
  alerts: ['RedisAway'],
  begin: async () => {
    await redis.close()
    return async () => {
      const again = await startRedis(redis.port)
      if (again === null) throw new Error('Redis did not start again')
      redis.close = again.close
    }
  },
})

/**
 * Every alert by its cause. The cases of the first phase leave each other alone and run side by side, each lane one
 * case after another; the second phase needs what they had to itself.
 */
export const phasesOf = (on: Installation): readonly (readonly Lane[])[] => [
  [
    [oldHold(on)],
    [lockedDelivery(on)],
    [failingLoop(on)],
    [plantedMoney(on)],
    [waitingMail(on)],
    [lockedWallet(on)],
    [wrongPayment(on)],
    [providerAway(on), lostHold(on)],
  ],
  [
    [databaseAway(on), databaseBusy(on), blockedLoop(on), manyModels(on)],
    [workerKilled(on), wrongClock(on)],
    on.redis === null ? [] : [redisAway(on.redis)],
  ],
]
