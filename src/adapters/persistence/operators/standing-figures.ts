import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { holdEndsAt } from '../instances/instances.ts'
import type { Database } from '../schema/schema.ts'
import type { OpenHoldFigures, StandingFigures } from '../../../application/ports/process/standing-figures.ts'
import { plainArray } from '../sql/array-literal.ts'

/** The most rows of one table that are counted: a figure as high as this says "at least". */
const MOST_COUNTED = 10_000

interface WaitingRow {
  readonly mail: bigint
  readonly mailAge: number | null
  readonly topUps: bigint
  readonly webhooks: bigint
  readonly webhookDue: number | null
}

/** The hold of a video has the id of its job, also where the video is for a message. */
const OPEN_HOLDS = sql<OpenHoldFigures>`
  with open as (
    select h.id, split_part(h.reference, ':', 1) as work, h.created_at, ${holdEndsAt} as due
      from holds h left join instances i on i.id = h.instance
     where h.state = 'held' order by h.expires_at limit ${sql.lit(MOST_COUNTED)})
  select case when work = 'message' and exists (select from video_jobs v where v.id = open.id) then 'message_video'
              else work end as kind, count(*)::float8 as count,
         extract(epoch from now() - min(created_at))::float8 as "oldestAgeSeconds",
         count(*) filter (where due < now())::float8 as overdue
    from open group by 1`

const WAITING = sql<WaitingRow>`
  with mails as (
    select created_at from outgoing_mail where ended_at is null
     order by next_attempt_at limit ${sql.lit(MOST_COUNTED)}),
  deliveries as (
    select next_attempt_at from webhook_deliveries where ended_at is null
     order by next_attempt_at limit ${sql.lit(MOST_COUNTED)})
  select (select count(*) from mails) as mail,
         (select count(*) from deliveries) as webhooks,
         (select extract(epoch from now() - min(next_attempt_at))::float8 from deliveries) as "webhookDue",
         (select extract(epoch from now() - min(created_at))::float8 from mails) as "mailAge",
         (select count(*) from (
            select from top_ups where status = 'pending' limit ${sql.lit(MOST_COUNTED)}) as opened) as "topUps"`

/** Reads by index what waits, in two statements whose work is bounded. */
export const readStandingFigures = async (db: Kysely<Database>): Promise<StandingFigures> => {
  const holds = await OPEN_HOLDS.execute(db)
  const waiting = await WAITING.execute(db)
  const { mail = 0n, mailAge = null, topUps = 0n, webhooks = 0n, webhookDue = null } = waiting.rows[0] ?? {}
  return {
    holds: holds.rows,
    mailWaiting: Number(mail),
    oldestMailAgeSeconds: Math.max(0, mailAge ?? 0),
    topUpsPending: Number(topUps),
    webhooksWaiting: Number(webhooks),
    oldestWebhookDueSeconds: Math.max(0, webhookDue ?? 0),
  }
}

/** Which of these top-ups have not ended. */
export const openTopUpsOf = async (db: Kysely<Database>, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from top_ups where id = any(${plainArray(ids)}::uuid[]) and (status = 'pending' or superseded)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
