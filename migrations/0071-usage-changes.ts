// To find the receipts that the usage lacks took an index over all ends of calls and a second look at each receipt. Now each
// batch of the ledger leaves what it adds to the usage, and a worker adds it to the hours.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const FIGURES = [
  'calls',
  'refusals',
  'failures',
  'input_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
  'images',
  'milliseconds',
  'cost',
  'written_off',
]

/** What is no number, or too great for the sums, is left out: it must not keep the money from being written. */
const figure = (name: string, times = 1): string => {
  const value = `(f.used ->> '${name}')::numeric * ${times}`
  return `coalesce(case jsonb_typeof(f.used -> '${name}') when 'number'
            then case when abs(${value}) <= 9007199254740991 then round(${value}) end end, 0)`
}

/** What one hold adds: its end, or the money that moved apart from its settled amount. */
const USAGE_OF = `
  create function usage_of(h holds, has_ended boolean, moved_apart boolean) returns setof usage_changes
  language sql stable as $$
    select h.wallet,
           case when substr(h.id::text, 15, 1) = '7'
                then to_timestamp((('x' || substr(h.id::text, 1, 8) || substr(h.id::text, 10, 4))::bit(48)::bigint
                       / 3600000 * 3600)::double precision)
                else date_trunc('hour', h.created_at, 'UTC') end,
           h.budget_id, e.receipt ->> 'model',
           case f.kind when 'message' then 'account' when 'chat' then e.receipt ->> 'surface' else f.kind end,
           e.calls, e.refusals, e.failures,
           case when f.is_text then ${figure('prompt_tokens')}
                else ${figure('input_text_tokens')} + ${figure('input_image_tokens')} + ${figure('input_audio_tokens')} end,
           case when f.is_text then ${figure('cached_tokens')} else 0 end,
           case when f.is_text then ${figure('cache_write_tokens')} else 0 end,
           case when f.is_text then ${figure('completion_tokens')} else ${figure('output_tokens')} end,
           case when f.is_text then ${figure('reasoning_tokens')} else 0 end,
           case when f.is_text then 0 else ${figure('images')} end,
           case when f.is_text then 0 else ${figure('seconds', 1000)} end,
           e.cost, e.written_off
      from (
        select own.receipt, own.receipt -> 'usage' as usage, 1 as calls,
               case when h.release_reason = 'refused' then 1 else 0 end as refusals,
               case when h.release_reason not in ('refused', 'zero_price') then 1 else 0 end as failures,
               coalesce(h.settled_amount, 0) as cost, 0 as written_off
          from (select case when h.release_reason is not null and h.receipt ? 'late' then null else h.receipt end
                       as receipt) as own
         where has_ended
        union all
        select h.receipt, case when h.receipt ? 'late' then h.receipt -> 'usage' end, 0, 0, 0,
               case when h.state = 'settled' then -t.written_off else t.charged end, t.written_off
          from (select coalesce((select amount from transfers where id = h.id and kind = 'charge'), 0) as charged,
                       coalesce((select amount from transfers where hold_id = h.id and kind = 'writeoff'), 0)
                       as written_off) as t
         where moved_apart) as e
     cross join lateral (
       select split_part(h.reference, ':', 1) as kind, coalesce(e.usage -> 'tokens', e.usage) as used,
              coalesce(coalesce(e.usage -> 'tokens', e.usage) ? 'prompt_tokens', false) as is_text) as f
     where f.kind <> 'topup-refund'
  $$`

/** What readers added to the hours until now. Hours that came with a dump of another cluster were believed by none. */
const moveUncounted = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create temporary table usage_mark on commit drop as
    select p.*, greatest(ended_in, apart_in) >= pg_snapshot_xmax(pg_current_snapshot()) as is_ahead
      from usage_progress p`.execute(db)
  await sql`delete from usage_hours where (select is_ahead from usage_mark)`.execute(db)
  await sql
    .raw(
      `insert into usage_changes
       select u.wallet, u.hour, u.budget_id, u.model, u.surface, ${FIGURES.map((name) => `sum(u.${name})`).join(', ')}
         from usage_mark m
        cross join lateral (
          select h as hold,
                 h.state <> 'held' and (m.is_ahead or (h.ended_in, h.id) > (m.ended_in, m.ended_id)) as has_ended,
                 h.apart_in is not null and (m.is_ahead or (h.apart_in, h.id) > (m.apart_in, m.apart_id)) as moved_apart
            from holds h) as each
        cross join lateral usage_of(each.hold, each.has_ended, each.moved_apart) as u
        where each.has_ended or each.moved_apart
        group by u.wallet, u.hour, u.budget_id, u.model, u.surface`,
    )
    .execute(db)
  await sql`drop table usage_mark`.execute(db)
}

/**
 * A process of an earlier release leaves no changes, so these triggers do it. It is known by the transaction that it
 * writes into `ended_in`, or leaves to the default; a process of this release writes null there.
 */
const countEarlierReleases = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create function count_earlier_release() returns trigger language plpgsql as $$ begin
      insert into usage_changes
      select * from usage_of(new, tg_op = 'INSERT' or old.state = 'held',
        new.apart_in is not null and (tg_op = 'INSERT' or new.apart_in is distinct from old.apart_in));
      return null;
    end $$`.execute(db)
  await sql`
    create trigger holds_born_ended_in_earlier_release after insert on holds for each row
      when (new.ended_in is not null and new.state <> 'held') execute function count_earlier_release()`.execute(db)
  await sql`
    create trigger holds_ended_in_earlier_release after update of ended_in on holds for each row
      when (new.ended_in is not null and new.state <> 'held' and
        (old.state = 'held' or new.apart_in is distinct from old.apart_in))
      execute function count_earlier_release()`.execute(db)
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table usage_changes (like usage_hours)`.execute(db)
  await sql.raw(USAGE_OF).execute(db)
  // Calls that end now wait, and the trigger counts them. A worker that counts now is waited for.
  await sql`lock table holds in share row exclusive mode`.execute(db)
  await sql`lock table usage_progress in access exclusive mode`.execute(db)
  await moveUncounted(db)
  await sql`alter table holds alter column ended_in drop not null`.execute(db)
  await countEarlierReleases(db)
  await sql`drop index holds_ended`.execute(db)
  await sql`drop index holds_apart`.execute(db)
  // Counters of earlier releases find it no more, and so count nothing.
  await sql`drop table usage_progress`.execute(db)
  await sql`create table usage_counting (one boolean primary key default true check (one))`.execute(db)
  await sql`insert into usage_counting default values`.execute(db)
}
