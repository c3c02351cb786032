import type { ChatMessage } from '../../../../domain/chat/message.ts'
import { jsonWithin } from '../../../../domain/json-shape.ts'
import type { JsonLimits } from '../../../../domain/json-shape.ts'
import type { InputItem } from './item-codec.ts'

/** What a model thought, as chat gives it back to the same model. */
export type EarlierReasoning = Pick<ChatMessage, 'reasoning_content' | 'reasoning_signature'>

const MARK = 'gw1.'

/**
 * The `encrypted_content` of reasoning that a provider showed: the model that thought it, and the provider's signature.
 * Clients hand it back unread, so that it tells whose thoughts they are.
 */
export const sealReasoning = (model: string, signature: string): string =>
  MARK + Buffer.from(JSON.stringify([model, signature])).toString('base64url')

/** Whether this gateway made the seal; a provider seals its thoughts in a form of its own. */
export const isSealedHere = (seal: string): boolean => seal.startsWith(MARK)

/** A list of two texts. What else a client writes here may unfold to many times its letters, and is not parsed. */
const SEAL_SHAPE: JsonLimits = { values: 3, fields: 0, depth: 1 }

const opened = (seal: string): readonly unknown[] => {
  if (!isSealedHere(seal)) return []
  const json = Buffer.from(seal.slice(MARK.length), 'base64url').toString('utf8')
  const read = jsonWithin(json, SEAL_SHAPE)
  return Array.isArray(read) ? (read as readonly unknown[]) : []
}

/** The reasoning of an item; null if another model thought it, or it is not known which. */
export const reasoningOf = (
  { summary, encrypted_content: seal }: InputItem,
  model: string,
): EarlierReasoning | null => {
  const [owner, signature] = opened(seal ?? '')
  const text = (summary ?? []).flatMap((part) => part.text ?? []).join('')
  if (owner !== model || typeof signature !== 'string' || text + signature === '') return null
  return {
    ...(text === '' ? {} : { reasoning_content: text }),
    ...(signature === '' ? {} : { reasoning_signature: signature }),
  }
}
