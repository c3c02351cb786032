import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../../src/application/ports/transaction/transaction.ts'
import { createThumbnails } from '../../../src/application/media/thumbnails.ts'
import { inlineImageConverter } from '../../twins/media/inline-image-converter.ts'
import { hmacMediaSigner } from '../../../src/adapters/media-signing/hmac-media-signer.ts'
import { sandboxPng } from '../../../src/adapters/providers/sandbox/media/png.ts'
import type { Conversation } from '../../../src/domain/conversation/conversation.ts'
import type { AssistantMessage, Message, UserMessage } from '../../../src/domain/conversation/message.ts'
import type { MimeType } from '../../../src/domain/media/asset.ts'
import type { StoredAsset } from '../../../src/domain/media/stored-asset.ts'
import { testId } from '../../contract/billing/billing-stores.ts'
import { turnOf } from '../../contract/conversations/conversation-stores.ts'
import { catalogOf, templateOf } from '../../support/chat/catalogs.ts'
import { chatModel } from '../../support/chat/chat-models.ts'
import { imageModel, speechModel } from '../../support/media/media-models.ts'
import { manualClock } from '../../support/manual-clock.ts'
import { memoryConversations } from '../../twins/conversations/conversations.ts'
import { memoryGallery } from '../../twins/conversations/gallery.ts'
import { memoryMediaAssets } from '../../twins/media/media-assets.ts'
import { memoryMediaStore } from '../../twins/media/memory-media-store.ts'
import { memoryMessages } from '../../twins/conversations/messages.ts'
import { memoryUnitOfWork } from '../../twins/transaction/unit-of-work.ts'
import { memoryUsers } from '../../twins/accounts/users.ts'

export const USER = 'user-1'
export const OTHER_USER = 'user-2'

export const NOW_MS = 1_800_000_000_000

export const PNG = sandboxPng('a red boat', 640, 480)
export const VIDEO = new TextEncoder().encode('not a real video, but bytes enough')

export interface GivenFile {
  readonly bytes: Uint8Array
  readonly mimeType: MimeType
}

export const IMAGE: GivenFile = { bytes: PNG, mimeType: 'image/png' }
export const MOVIE: GivenFile = { bytes: VIDEO, mimeType: 'video/mp4' }

interface GivenTurn {
  readonly prompt?: string
  readonly sent?: readonly GivenFile[]
  readonly made?: readonly GivenFile[]
  readonly answer?: Partial<AssistantMessage>
}

const models = [chatModel(), imageModel(), speechModel()]

/** Everything that the use cases of conversations need, and what puts something into it. */
export const conversationStage = () => {
  const clock = manualClock(NOW_MS)
  const [messageRows, assetRows] = [new Map<string, Message>(), new Map<string, StoredAsset>()]
  const [mediaAssets, media] = [memoryMediaAssets(assetRows), memoryMediaStore(clock.now)]
  const conversations = memoryConversations()
  const stores = { users: memoryUsers(), conversations }
  const thumbnails = createThumbnails({ mediaAssets, media, images: inlineImageConverter() })
  const deps = {
    clock,
    ids: { next: testId },
    catalog: catalogOf({
      models: new Map(models.map((model) => [model.id, model])),
      templates: new Map([
        ['poet', templateOf()],
        ['painter', templateOf({ slug: 'painter', model: 'vendor/image', title: 'Painter' })],
      ]),
    }),
    conversations,
    // The rooms that no use case of these tests enters are left empty, and nothing is put back.
    unitOfWork: memoryUnitOfWork(stores as object as Transaction, () => () => undefined),
    messages: memoryMessages(messageRows),
    mediaAssets,
    gallery: memoryGallery(assetRows, messageRows),
    media,
    thumbnails,
    signer: hmacMediaSigner([{ kid: 'new', secret: randomBytes(32) }]),
  }

  const open = async (given: Partial<Conversation> = {}): Promise<Conversation> => {
    const conversation: Conversation = {
      id: testId(),
      userId: USER,
      catalogSlug: 'poet',
      model: 'vendor/model',
      kind: 'text',
      title: 'Poet',
      archivedAtMs: null,
      createdAtMs: clock.now(),
      updatedAtMs: clock.now(),
      ...given,
    }
    await deps.conversations.add(conversation)
    return conversation
  }

  const keep = async (ownerId: string, galleryOf: string | null, files: readonly GivenFile[]): Promise<void> => {
    for (const [idx, { bytes, mimeType }] of files.entries()) {
      const { address, sizeBytes } = await deps.media.put(bytes, mimeType)
      const seconds = mimeType.startsWith('video') ? 4 : null
      const facts = { width: 640, height: 480, seconds, thumbAddress: null, hasNoThumb: false }
      await deps.mediaAssets.add([{ ownerId, idx, mimeType, sizeBytes, address, galleryOf, ...facts }])
    }
  }

  /** A question with what was sent along, and its answer with what was made. */
  const turn = async (
    { id, userId }: Conversation,
    { prompt, sent, made, answer: given }: GivenTurn = {},
  ): Promise<readonly [UserMessage, AssistantMessage]> => {
    const [bare, answer] = turnOf(id, { createdAtMs: clock.now(), ...given })
    const question = { ...bare, createdAtMs: clock.now(), content: prompt ?? bare.content }
    await deps.messages.add([question, answer])
    await keep(question.id, null, sent ?? [])
    await keep(answer.id, userId, made ?? [])
    return [question, answer]
  }

  return { ...deps, open, turn }
}

export type ConversationStage = ReturnType<typeof conversationStage>
