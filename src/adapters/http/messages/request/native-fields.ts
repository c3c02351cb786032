import type { NativeField } from '../../../../domain/chat/native.ts'
import { isObject } from '../../../../domain/json.ts'
import { placeBehindBlocks, withoutBlocks } from '../../../../domain/parameters/places.ts'
import type { PromptRequest } from './message-request-codec.ts'
import { isProvidersOwn } from './thinking-signature.ts'

/** Thoughts that no provider signed come from a model of another wire; this gateway sent them to the client. */
const isUnsigned = (block: unknown): boolean =>
  isObject(block) && block['type'] === 'thinking' && !isProvidersOwn(block['signature'])

const hasUnsigned = ({ content }: PromptRequest['messages'][number]): boolean =>
  typeof content !== 'string' && content.some(isUnsigned)

/**
 * The fields of a request as Anthropic's own models get them: the bytes of the client, except that the conversation is
 * written anew where it has thoughts that no provider signed, which would be refused.
 */
export const nativeFields = (
  fields: ReadonlyMap<string, NativeField>,
  { messages }: Pick<PromptRequest, 'messages'>,
): ReadonlyMap<string, NativeField> => {
  if (!messages.some(hasUnsigned)) return fields
  const value = withoutBlocks(messages, isUnsigned)
  return new Map([...fields, ['messages', { json: JSON.stringify(value), value }]])
}

/** Where a field of what Anthropic's own models get stands in the caller's request. */
export const nativePlaces = ({ messages }: Pick<PromptRequest, 'messages'>): ((path: string) => string) =>
  placeBehindBlocks(messages, isUnsigned)
