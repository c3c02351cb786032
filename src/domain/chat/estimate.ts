import type { ChatModel } from '../catalog/model.ts'
import type { Role } from './message.ts'
import type { ChatRequest } from './request.ts'
import { countImages, promptTexts } from './texts.ts'

/**
 * Tokens are about three bytes long in prose, and seldom longer. For what a model can read, and for estimates where
 * nothing counts; what is held is bounded by `billing/prompt-bound.ts`.
 */
const BYTES_PER_TOKEN = 3

/** Chat templates wrap every message in a few tokens of their own. */
const FRAME_BYTES_PER_MESSAGE = 9

/** Length in UTF-8. An unpaired surrogate counts as the replacement character it is sent as. */
export const utf8Length = (text: string): number => {
  let bytes = text.length
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    if (unit < 0x800) {
      bytes += 1
      continue
    }
    bytes += 2
    const next = unit >= 0xd800 && unit < 0xdc00 ? text.charCodeAt(index + 1) : 0
    // A pair is two units and four bytes.
    if (next >= 0xdc00 && next < 0xe000) index += 1
  }
  return bytes
}

/** About how many tokens a text is. */
export const estimateTextTokens = (text: string): number => Math.ceil(utf8Length(text) / BYTES_PER_TOKEN)

/** About how many tokens one message is that has nothing but a text: the same as a prompt of this message alone. */
export const estimateMessageTokens = (role: Role, text: string): number =>
  Math.ceil((FRAME_BYTES_PER_MESSAGE + role.length + utf8Length(text)) / BYTES_PER_TOKEN)

/** About how many tokens a prompt is. */
export const estimatePromptTokens = (request: ChatRequest, model: ChatModel): number => {
  let bytes = request.messages.length * FRAME_BYTES_PER_MESSAGE
  for (const text of promptTexts(request)) bytes += utf8Length(text)
  return Math.ceil(bytes / BYTES_PER_TOKEN) + countImages(request.messages) * model.limits.imageInputTokens
}
