import type { CatalogEntry } from '../catalog/find-entry.ts'
import type { Conversation } from './conversation.ts'

export interface Opening {
  readonly id: string
  readonly userId: string
  readonly atMs: number
}

/** A new thread, empty and not archived. The title is that of what it is opened with: another is given with it. */
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
