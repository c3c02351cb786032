// Conversations, their messages, and the stored files of a user's gallery.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table conversations (
      id uuid primary key,
      user_id uuid not null references users (id),
      catalog_slug text not null,
      model text not null,
      kind text not null check (kind in ('text', 'image', 'video')),
      title text not null check (length(title) between 1 and 200),
      archived_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db)
  await sql`create index conversations_of_user on conversations (user_id, updated_at, id)`.execute(db)
  await sql`
    create index conversations_open on conversations (user_id, updated_at, id) where archived_at is null`.execute(db)
  // `position` counts within the conversation. Unique, so that of two writers without its lock only one succeeds.
  await sql`
    create table messages (
      id uuid primary key,
      position bigint not null check (position > 0),
      conversation_id uuid not null references conversations (id),
      role text not null check (role in ('user', 'assistant')),
      content text not null,
      reply_to uuid references messages (id),
      status text not null check (status in ('done', 'pending', 'failed')),
      charged bigint check (charged >= 0),
      error_code text,
      error_message text,
      created_at timestamptz not null,
      check ((role = 'assistant') = (reply_to is not null)),
      check ((role = 'assistant') = (charged is not null)),
      check (role = 'assistant' or status = 'done'),
      check (status = 'done' or charged = 0),
      check ((status = 'failed') = (error_code is not null)),
      check ((status = 'failed') = (error_message is not null))
    )`.execute(db)
  await sql`create unique index messages_in_order on messages (conversation_id, position)`.execute(db)
  await sql`
    create trigger messages_end_once before update on messages for each row
      when (old.status <> 'pending') execute function refuse_change()`.execute(db)
  // The gallery pages by the order in which its files arrived, of one kind or of both.
  await sql`alter table media_assets add column gallery_of uuid references users (id)`.execute(db)
  await sql`alter table media_assets add column position bigint generated always as identity`.execute(db)
  await sql`create index media_assets_gallery on media_assets (gallery_of, position) where gallery_of is not null`.execute(
    db,
  )
  await sql`
    create index media_assets_gallery_of_kind on media_assets (gallery_of, split_part(mime_type, '/', 1), position)
      where gallery_of is not null`.execute(db)
}
