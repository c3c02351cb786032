// Which stored files belong to what: the files of a gateway operation or of a message, by their place in it.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table media_assets (
      owner_id uuid not null,
      idx integer not null check (idx >= 0),
      mime_type text not null,
      width integer check (width > 0),
      height integer check (height > 0),
      seconds double precision check (seconds > 0),
      size_bytes bigint not null check (size_bytes > 0),
      address text not null check (address ~ '^[0-9a-f]{64}$'),
      thumb_address text check (thumb_address ~ '^[0-9a-f]{64}$'),
      created_at timestamptz not null default now(),
      primary key (owner_id, idx)
    )`.execute(db)
  // Pruning asks of a stored file whether anything still refers to it.
  await sql`create index media_assets_of_file on media_assets (address)`.execute(db)
}
