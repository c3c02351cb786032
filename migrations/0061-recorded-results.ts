// What is recorded under an Idempotency-Key is the edge's own: status, content type and headers become one opaque value.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Records of earlier releases keep the old columns and are read from them until they are pruned. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table idempotency_records
      add column facts jsonb,
      drop constraint idempotency_records_check1,
      drop constraint idempotency_records_check2,
      drop constraint idempotency_records_check3,
      add constraint idempotency_records_running_has_no_result
        check (state <> 'running' or (status is null and facts is null)),
      add constraint idempotency_records_success_has_result
        check (state <> 'succeeded' or status is not null or facts is not null),
      add constraint idempotency_records_result_is_whole
        check ((status is null) = (content_type is null) and (body is null) = (status is null and facts is null))`.execute(
    db,
  )
}
