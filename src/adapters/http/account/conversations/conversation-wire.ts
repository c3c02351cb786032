import * as t from 'io-ts'
import { unixSeconds } from '../../../../domain/time-units.ts'
import { MAX_TITLE_LENGTH } from '../../../../domain/conversation/conversation.ts'
import type { Conversation } from '../../../../domain/conversation/conversation.ts'
import { unixTime, uuid } from '../../codecs/codecs.ts'
import { visibleText } from '../../codecs/visible-text.ts'

export const title = visibleText(MAX_TITLE_LENGTH)

export const conversationParams = t.type({ conversation_id: uuid })

export const conversationBody = t.type(
  {
    id: t.string,
    catalog_slug: t.string,
    model: t.string,
    kind: t.keyof({ text: null, image: null, video: null }),
    title: t.string,
    archived: t.boolean,
    archived_at: t.union([unixTime, t.null]),
    created_at: unixTime,
    updated_at: unixTime,
  },
  'ConversationResponse',
)

export const writeConversation = (conversation: Conversation): t.TypeOf<typeof conversationBody> => ({
  id: conversation.id,
  catalog_slug: conversation.catalogSlug,
  model: conversation.model,
  kind: conversation.kind,
  title: conversation.title,
  archived: conversation.archivedAtMs !== null,
  archived_at: conversation.archivedAtMs === null ? null : unixSeconds(conversation.archivedAtMs),
  created_at: unixSeconds(conversation.createdAtMs),
  updated_at: unixSeconds(conversation.updatedAtMs),
})
