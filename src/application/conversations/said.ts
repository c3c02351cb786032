import type { ChatModel } from '../../domain/catalog/model.ts'
import { textTokensOf, type WindowMessage } from '../../domain/chat/context-window.ts'
import type { Message } from '../../domain/conversation/message.ts'
import type { GivenImage } from '../../domain/images/request.ts'
import { imageFormatOf } from '../../domain/media/image-format.ts'
import type { StoredAsset } from '../../domain/media/stored-asset.ts'
import { dataUrl } from '../media/data-url.ts'
import { wholeContent } from '../media/whole-content.ts'
import type { MediaAssetStore } from '../ports/media-asset-store.ts'
import type { MediaStore } from '../ports/media-store.ts'
import type { MessageStore } from '../ports/message-store.ts'

export interface SaidBeforeDeps {
  readonly messages: Pick<MessageStore, 'page'>
  readonly mediaAssets: Pick<MediaAssetStore, 'listOfAll'>
  readonly media: Pick<MediaStore, 'get'>
}

/** A message that may go to the model. Its pictures are read only if they go along. */
export interface Said extends WindowMessage {
  readonly pictureUrls: () => Promise<readonly string[]>
}

export const saidInWords = (role: Said['role'], text: string): Said => ({
  role,
  text,
  pictures: 0,
  pictureBytes: 0,
  pictureUrls: async () => [],
})

/** What the user says now, with pictures that are at hand. */
export const saidNow = (text: string, images: readonly GivenImage[]): Said => ({
  role: 'user',
  text,
  pictures: images.length,
  pictureBytes: images.reduce((sum, { bytes }) => sum + bytes.length, 0),
  pictureUrls: async () => images.map(dataUrl),
})

/** Those that are still there. */
const readPictures = async (
  { media }: Pick<SaidBeforeDeps, 'media'>,
  assets: readonly StoredAsset[],
): Promise<readonly string[]> => {
  const urls: string[] = []
  for (const { address } of assets) {
    const found = await media.get(address)
    const bytes = found === null ? new Uint8Array() : await wholeContent(found.content)
    const mimeType = imageFormatOf(bytes)
    if (mimeType !== null && mimeType !== 'image/gif') urls.push(dataUrl({ bytes, mimeType }))
  }
  return urls
}

/** An answer that is not there yet, that failed, or that is a picture alone tells a model nothing. */
const isTold = (message: Message): boolean =>
  message.content !== '' && (message.role === 'user' || message.state.tag === 'done')

const saidOn = async (deps: SaidBeforeDeps, page: readonly Message[], model: ChatModel): Promise<readonly Said[]> => {
  const told = page.filter(isTold)
  const seen = model.capabilities.has('image_input') ? told.filter(({ role }) => role === 'user') : []
  const assets = await deps.mediaAssets.listOfAll(seen.map(({ id }) => id))
  return told.map(({ id, role, content }) => {
    const own = assets.get(id) ?? []
    const pictureBytes = own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    return { role, text: content, pictures: own.length, pictureBytes, pictureUrls: () => readPictures(deps, own) }
  })
}

const PAGE = 50

/** What was said longer ago than this many messages is not looked for, however short they were. */
const MOST_MESSAGES = 2_000

/** What was said in a conversation until now, oldest first: at least what `tokens` have room for. */
export const saidBefore =
  (deps: SaidBeforeDeps) =>
  async (conversationId: string, model: ChatModel, tokens: number): Promise<readonly Said[]> => {
    const pages: (readonly Said[])[] = []
    let before: string | null = null
    let tokensLeft = tokens
    while (tokensLeft > 0 && pages.length * PAGE < MOST_MESSAGES) {
      const page: readonly Message[] = (await deps.messages.page({ conversationId, before, limit: PAGE })) ?? []
      const said = await saidOn(deps, page, model)
      pages.unshift(said)
      tokensLeft -= said.reduce((sum, message) => sum + textTokensOf(message, model), 0)
      const [oldest] = page
      if (oldest === undefined || page.length < PAGE) break
      before = oldest.id
    }
    return pages.flat()
  }
