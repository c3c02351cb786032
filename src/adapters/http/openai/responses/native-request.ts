import type { NativeRequest } from '../../../../domain/chat/native.ts'
import { responseOfItem } from '../../../../domain/responses/stored-response.ts'
import type { InputItem } from '../response-input/item-codec.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'
import type { DeclaredTool } from '../response-input/tool-codec.ts'

const isOurs = ({ id }: InputItem): boolean => typeof id === 'string' && responseOfItem(id) !== null

const hasSealedThoughts = (item: InputItem): boolean =>
  'encrypted_content' in item && typeof item.encrypted_content === 'string' && item.encrypted_content !== ''

/**
 * An item as the provider of this wire can read it. Thoughts of another provider, or without their sealed form, mean
 * nothing to it; an id and a status that this gateway made name nothing there.
 */
const readable = (item: InputItem): readonly InputItem[] => {
  if (item.type === 'reasoning') return hasSealedThoughts(item) && !isOurs(item) ? [item] : []
  if (!isOurs(item)) return [item]
  const { id: _, status: __, ...rest } = item as InputItem & { readonly status?: unknown }
  return [rest]
}

interface Translated {
  /** The whole conversation as one request. */
  readonly whole: ResponseRequest
  /** The tools of the request without those that are left out. */
  readonly tools: readonly DeclaredTool[]
}

const inputOf = (asked: ResponseRequest, whole: ResponseRequest): string | null => {
  if (typeof whole.input === 'string') return null
  const items = whole.input.flatMap(readable)
  const isAsWritten = asked.input === whole.input && items.every((item, index) => item === whole.input[index])
  return isAsWritten && items.length === whole.input.length ? null : JSON.stringify(items)
}

const toolsOf = (asked: ResponseRequest, tools: readonly DeclaredTool[]): string | null =>
  (asked.tools ?? []).length === tools.length ? null : JSON.stringify(tools)

/**
 * The request as a provider that speaks this wire gets it: the bytes of the client, except that the input is written
 * anew where the gateway holds a part of the conversation, and the tools where some are left out.
 */
export const nativeRequest = (
  fields: ReadonlyMap<string, string>,
  asked: ResponseRequest,
  { whole, tools }: Translated,
): NativeRequest => {
  const changed = new Map(fields)
  const [input, offered] = [inputOf(asked, whole), toolsOf(asked, tools)]
  if (input !== null) changed.set('input', input)
  if (offered !== null) changed.set('tools', offered)
  return { wire: 'responses', fields: changed, headers: {}, isTranslatable: true }
}
