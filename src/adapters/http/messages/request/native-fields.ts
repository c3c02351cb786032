import type { NativeField } from '../../../../domain/chat/native.ts'
import { isObject } from '../../../../domain/json.ts'
import { placeBehindBlocks, withoutBlocks } from '../../../../domain/parameters/places.ts'
import { isTranslated } from '../citations.ts'
import type { PromptRequest } from './message-request-codec.ts'
import { isProvidersOwn } from './thinking-signature.ts'

type Messages = PromptRequest['messages']

/** Thoughts that no provider signed come from a model of another wire; this gateway sent them to the client. */
const isUnsigned = (block: unknown): boolean =>
  isObject(block) && block['type'] === 'thinking' && !isProvidersOwn(block['signature'])

const citationsIn = (block: unknown): readonly unknown[] => {
  const given = isObject(block) ? block['citations'] : null
  return Array.isArray(given) ? given : []
}

const hasTranslated = (block: unknown): boolean => citationsIn(block).some(isTranslated)

const withoutTranslated = (messages: Messages): Messages =>
  messages.map(({ content, ...message }) => ({
    ...message,
    content:
      typeof content === 'string'
        ? content
        : content.map((block) =>
            hasTranslated(block)
              ? { ...block, citations: citationsIn(block).filter((citation) => !isTranslated(citation)) }
              : block,
          ),
  }))

const hasIn = (messages: Messages, isSought: (block: unknown) => boolean): boolean =>
  messages.some(({ content }) => typeof content !== 'string' && content.some(isSought))

interface PassedFields {
  readonly fields: ReadonlyMap<string, NativeField>
  /** What of the conversation is not among them, by the names of its fields. */
  readonly leftOut: readonly string[]
}

/**
 * The fields of a request as Anthropic's own models get them: the bytes of the client, except that the conversation is
 * written anew where it has thoughts that no provider signed, or citations that this gateway wrote in the words of
 * another provider: both would be refused.
 */
export const nativeFields = (
  fields: ReadonlyMap<string, NativeField>,
  { messages }: Pick<PromptRequest, 'messages'>,
): PassedFields => {
  const leftOut = [
    ...(hasIn(messages, isUnsigned) ? ['messages.content.thinking'] : []),
    ...(hasIn(messages, hasTranslated) ? ['messages.content.citations'] : []),
  ]
  if (leftOut.length === 0) return { fields, leftOut }
  const value = withoutTranslated(withoutBlocks(messages, isUnsigned))
  return { fields: new Map([...fields, ['messages', { json: JSON.stringify(value), value }]]), leftOut }
}

/** Where a field of what Anthropic's own models get stands in the caller's request. */
export const nativePlaces = ({ messages }: Pick<PromptRequest, 'messages'>): ((path: string) => string) =>
  placeBehindBlocks(messages, isUnsigned)
