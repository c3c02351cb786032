import { archiveConversation } from '../../application/conversations/archive-conversation.ts'
import { createConversation } from '../../application/conversations/create-conversation.ts'
import { listConversations } from '../../application/conversations/list-conversations.ts'
import { listGallery } from '../../application/conversations/list-gallery.ts'
import { listMessages } from '../../application/conversations/list-messages.ts'
import { readConversation } from '../../application/conversations/read-conversation.ts'
import { readMessageMedia } from '../../application/conversations/read-message-media.ts'
import { renameConversation } from '../../application/conversations/rename-conversation.ts'
import { unarchiveConversation } from '../../application/conversations/unarchive-conversation.ts'
import * as port from './port-tokens.ts'
import * as resource from './resource-tokens.ts'
import { provide, type Provision } from './token.ts'
import * as use from './use-case-tokens.ts'

const { clock, conversations, ids, mediaAssets, messages } = port

/** The use cases that keep a user's conversations and show what is in them; none of them costs anything. */
export const conversationProvisions: readonly Provision[] = [
  provide(use.createConversation, createConversation, { catalog: resource.catalog, conversations, ids, clock }),
  provide(use.listConversations, listConversations, { conversations }),
  provide(use.readConversation, readConversation, { conversations }),
  provide(use.renameConversation, renameConversation, { conversations }),
  provide(use.archiveConversation, archiveConversation, { conversations, clock }),
  provide(use.unarchiveConversation, unarchiveConversation, { conversations }),
  provide(use.listMessages, listMessages, {
    conversations,
    messages,
    mediaAssets,
    signer: resource.mediaSigner,
    clock,
  }),
  provide(use.listGallery, listGallery, { gallery: port.gallery, signer: resource.mediaSigner, clock }),
  provide(use.readMessageMedia, readMessageMedia, {
    conversations,
    messages,
    mediaAssets,
    media: resource.mediaStore,
    thumbnails: use.thumbnails,
  }),
]
