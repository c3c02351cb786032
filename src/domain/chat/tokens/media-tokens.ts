import type { ChatModel } from '../../catalog/model.ts'
import type { ChatFile, ChatMessage, ContentPart } from '../message.ts'

const NO_PARTS: readonly ContentPart[] = []

const partsOf = ({ content }: ChatMessage): readonly ContentPart[] =>
  content === undefined || content === null || typeof content === 'string' ? NO_PARTS : content

/** How many images a conversation has. */
export const countImages = (messages: readonly ChatMessage[]): number => {
  let images = 0
  for (const message of messages) for (const { type } of partsOf(message)) if (type === 'image_url') images += 1
  return images
}

/** Whether a conversation has a file whose words only the provider knows. */
export const hasFiles = (messages: readonly ChatMessage[]): boolean =>
  messages.some((message) => partsOf(message).some(({ type }) => type === 'file'))

const charsOfBase64 = (address: string | null | undefined): number =>
  address?.startsWith('data:') === true ? address.length - address.indexOf(',') - 1 : 0

/** How much of a conversation is the base64 of images and files, which are bounded by their number and not by bytes. */
export const base64Chars = (messages: readonly ChatMessage[]): number => {
  let chars = 0
  for (const message of messages) {
    for (const part of partsOf(message))
      chars += charsOfBase64(part.image_url?.url) + charsOfBase64(part.file?.file_data)
  }
  return chars
}

/** About how many characters of base64 are a token: a page of 2,000 tokens is seldom below 50 kB. */
const CHARS_PER_TOKEN = 32

/** The estimate for a file whose size is not known before it is fetched. */
const TOKENS_OF_FETCHED_FILE = 8_000

const tokensOfFile = ({ file_data: data }: ChatFile): number =>
  data === undefined || data === null ? TOKENS_OF_FETCHED_FILE : Math.ceil(data.length / CHARS_PER_TOKEN)

/**
 * About how many prompt tokens the images and files of a conversation are, where no provider counts them. What is held
 * is bounded by `prompt-bound.ts`.
 */
export const estimateMediaTokens = (messages: readonly ChatMessage[], model: ChatModel): number => {
  let files = 0
  for (const message of messages) {
    for (const { type, file } of partsOf(message)) if (type === 'file') files += tokensOfFile(file ?? {})
  }
  const { imageInputTokens, contextTokens } = model.limits
  return countImages(messages) * imageInputTokens + Math.min(files, contextTokens ?? files)
}
