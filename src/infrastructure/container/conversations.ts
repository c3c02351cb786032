import { deleteConversationEndpoint } from '../../adapters/http/account/conversations/delete-conversation.ts'
import { archiveConversationEndpoint } from '../../adapters/http/account/conversations/archive-conversation.ts'
import { createConversationEndpoint } from '../../adapters/http/account/conversations/create-conversation.ts'
import { listConversationsEndpoint } from '../../adapters/http/account/conversations/list-conversations.ts'
import { listMessagesEndpoint } from '../../adapters/http/account/conversations/list-messages.ts'
import { pollMessageEndpoint } from '../../adapters/http/account/conversations/poll-message.ts'
import { readConversationEndpoint } from '../../adapters/http/account/conversations/read-conversation.ts'
import { readMessageMediaEndpoint } from '../../adapters/http/account/conversations/read-message-media.ts'
import { renameConversationEndpoint } from '../../adapters/http/account/conversations/rename-conversation.ts'
import { unarchiveConversationEndpoint } from '../../adapters/http/account/conversations/unarchive-conversation.ts'
import { listGalleryEndpoint } from '../../adapters/http/account/gallery/list-gallery.ts'
import { listGallery as makeListGallery } from '../../application/conversations/gallery/list-gallery.ts'
import { deleteConversation as makeDeleteConversation } from '../../application/conversations/threads/delete-conversation.ts'
import { archiveConversation as makeArchiveConversation } from '../../application/conversations/threads/archive-conversation.ts'
import { createConversation as makeCreateConversation } from '../../application/conversations/threads/create-conversation.ts'
import { listConversations as makeListConversations } from '../../application/conversations/threads/list-conversations.ts'
import { listMessages as makeListMessages } from '../../application/conversations/threads/list-messages.ts'
import { pollMessage as makePollMessage } from '../../application/conversations/threads/poll-message.ts'
import { readConversation as makeReadConversation } from '../../application/conversations/threads/read-conversation.ts'
import { readMessageMedia as makeReadMessageMedia } from '../../application/conversations/threads/read-message-media.ts'
import { renameConversation as makeRenameConversation } from '../../application/conversations/threads/rename-conversation.ts'
import { unarchiveConversation as makeUnarchiveConversation } from '../../application/conversations/threads/unarchive-conversation.ts'
import { thumbnails } from './media.ts'
import { conversations, gallery, mediaAssets, messages, unitOfWork, videoJobs } from './persistence.ts'
import { provision, provisionOf } from './provision.ts'
import { catalog, media, signer } from './resources.ts'
import { clock, ids } from './runtime.ts'
import { throttledVideoRefresh } from './gateway/videos.ts'

const createConversation = provision('createConversation', makeCreateConversation, {
  catalog,
  unitOfWork,
  ids,
  clock,
})
const listConversations = provision('listConversations', makeListConversations, { conversations })
const readConversation = provision('readConversation', makeReadConversation, { conversations })
const renameConversation = provision('renameConversation', makeRenameConversation, { conversations })
const archiveConversation = provision('archiveConversation', makeArchiveConversation, { conversations, clock })
const unarchiveConversation = provision('unarchiveConversation', makeUnarchiveConversation, { conversations })
const deleteConversation = provision('deleteConversation', makeDeleteConversation, { unitOfWork })

const messageDeps = { conversations, messages, mediaAssets }
const listMessages = provision('listMessages', makeListMessages, { ...messageDeps, signer, clock })
const readMessageMedia = provision('readMessageMedia', makeReadMessageMedia, { ...messageDeps, media, thumbnails })
const pollMessage = provision('pollMessage', makePollMessage, {
  ...messageDeps,
  videoJobs,
  refreshVideo: throttledVideoRefresh,
  signer,
  clock,
})
const listGallery = provision('listGallery', makeListGallery, { gallery, signer, clock })

export const conversationEndpoints = [
  provisionOf(listGalleryEndpoint, listGallery),
  provisionOf(createConversationEndpoint, createConversation),
  provisionOf(listConversationsEndpoint, listConversations),
  provisionOf(readConversationEndpoint, readConversation),
  provisionOf(renameConversationEndpoint, renameConversation),
  provisionOf(archiveConversationEndpoint, archiveConversation),
  provisionOf(unarchiveConversationEndpoint, unarchiveConversation),
  provisionOf(deleteConversationEndpoint, deleteConversation),
  provisionOf(listMessagesEndpoint, listMessages),
  provisionOf(readMessageMediaEndpoint, readMessageMedia),
  provisionOf(pollMessageEndpoint, pollMessage),
]
