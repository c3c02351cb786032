import type { CatalogEntry } from './find-entry.ts'
import type { Conversation } from './conversation.ts'

interface Opening {
  readonly id: string
  readonly userId: string
  readonly atMs: number
}

/** A new thread, empty and not archived. Its title is that of the catalogue entry, unless the caller gives another. */
export const openConversation = (
  { slug, model, kind, title }: Pick<CatalogEntry, 'slug' | 'model' | 'kind' | 'title'>,
  { id, userId, atMs }: Opening,
): Conversation => ({
  id,
  userId,
  catalogSlug: slug,
  model: model.id,
  kind,
  title,
  archivedAtMs: null,
  createdAtMs: atMs,
  updatedAtMs: atMs,
})
