import { expect } from 'chai'
import { sql } from 'kysely'
import type { Explainable } from 'kysely'
import { nextWaiting, publicVideos } from '../../../../src/adapters/persistence/videos/video-jobs.ts'
import { addUser, testId } from '../../../contract/billing/billing-stores.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'
import { explain } from '../../../support/ledger/explain.ts'

const EACH = 5_000

describeOnDatabases(`among ${EACH} videos of the gateway and as many of messages`, (database) => {
  let userId: string

  before(async () => {
    const { db } = database()
    const walletId = testId()
    userId = await addUser(database())
    const other = await addUser(database())
    await db.insertInto('accounts').values({ id: walletId, kind: 'user', owner: userId, currency: 'RUB' }).execute()
    // One video in ten is the user's. Every second is of a message; of these one in a hundred still waits.
    await sql`
      insert into video_jobs (id, user_id, wallet, model, prompt, seconds, resolution, audio, instance, deployment,
                              upstream_job_id, attempts, state, progress, error_code, error_message, created_at,
                              price_per_second, fixed_price, task, conversation_id)
      select ('01890000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
             case when n % 20 < 2 then ${userId}::uuid else ${other}::uuid end, ${walletId}, 'm', 'p', 4, '720p',
             false, 'here', '{}', 'up', '[]', case when waits then 'queued' else 'failed' end, 0,
             case when waits then null else 'e' end, case when waits then null else 'e' end,
             to_timestamp(n), case when of_message then null else 1 end, case when of_message then 1 end,
             case when of_message then 't' end, case when of_message then ${testId()}::uuid end
        from (select n, n % 2 = 0 as of_message, n % 200 = 0 as waits from generate_series(1, ${2 * EACH}) as n) as videos
    `.execute(db)
    await sql`analyze video_jobs`.execute(db)
  })

  /** By which index a query finds its videos, and how many rows it reads for them. */
  const readBy = async (query: Explainable): Promise<readonly string[]> => {
    const steps = (await explain(query)).filter((step) => step['Node Type'] !== 'Limit')
    return steps.map((step) => {
      const rows = step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)
      return `${step['Node Type']} ${step['Index Name'] ?? ''}: ${rows}`
    })
  }

  it('the public list reads its page by the index of its own videos, past none of the others', async () => {
    const page = publicVideos(database().db, { userId, order: 'newest_first', after: null, limit: 20 })
    expect(await readBy(page)).to.deep.equal(['Index Scan video_jobs_of_user: 20'])
  })

  it('a worker reads the oldest that waits, and no video that has ended', async () => {
    const waiting = nextWaiting(database().db, EACH * 1_000, 0)
    expect(await readBy(waiting)).to.deep.equal(['LockRows : 1', 'Index Scan video_jobs_of_messages_waiting: 1'])
  })
})
