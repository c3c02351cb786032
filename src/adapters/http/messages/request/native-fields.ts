import type { NativeField } from '../../../../domain/chat/native.ts'
import type { MessageRequest } from './message-request-codec.ts'
import { isProvidersOwn } from './thought-signature.ts'

type Message = MessageRequest['messages'][number]

/** Thoughts that no provider signed come from a model of another wire; this gateway sent them to the client. */
const isUnsigned = (block: object): boolean =>
  'type' in block && block.type === 'thinking' && !('signature' in block && isProvidersOwn(block.signature))

const hasUnsigned = ({ content }: Message): boolean => typeof content !== 'string' && content.some(isUnsigned)

const withoutUnsigned = (message: Message): readonly Message[] => {
  const { content } = message
  if (typeof content === 'string' || !content.some(isUnsigned)) return [message]
  const kept = content.filter((block) => !isUnsigned(block))
  return kept.length === 0 ? [] : [{ ...message, content: kept }]
}

/**
 * The fields of a request as Anthropic's own models get them: the bytes of the client, except that the conversation is
 * written anew where it has thoughts that no provider signed, which would be refused.
 */
export const nativeFields = (
  fields: ReadonlyMap<string, NativeField>,
  { messages }: MessageRequest,
): ReadonlyMap<string, NativeField> => {
  if (!messages.some(hasUnsigned)) return fields
  const value = messages.flatMap(withoutUnsigned)
  return new Map([...fields, ['messages', { json: JSON.stringify(value), value }]])
}
