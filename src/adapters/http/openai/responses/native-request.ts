import type { NativeRequest } from '../../../../domain/chat/native.ts'
import { responseOfItem } from '../../../../domain/responses/stored-response.ts'
import { isSealedHere } from '../response-input/reasoning-seal.ts'
import type { InputItem } from '../response-input/item-codec.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'
import type { DeclaredTool } from '../response-input/tool-codec.ts'

const isOurs = ({ id }: InputItem): boolean => typeof id === 'string' && responseOfItem(id) !== null

/**
 * Thoughts in the provider's own sealed form, under the id that the seal is bound to. Those of another provider, or
 * without a seal, mean nothing to it.
 */
const isReadableThought = (item: InputItem): boolean => {
  const { encrypted_content: seal } = item
  return typeof seal === 'string' && seal !== '' && !isSealedHere(seal) && !isOurs(item)
}

/** An item as the provider of this wire can read it: an id that this gateway made names nothing there. */
const readable = (item: InputItem): readonly InputItem[] => {
  if (item.type === 'reasoning') return isReadableThought(item) ? [item] : []
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

/** What of a request is left out even where it goes to the provider as it came. */
export const leftOutOfNative = ({ input }: ResponseRequest, ignored: readonly string[]): readonly string[] => {
  const thoughts = typeof input === 'string' ? [] : input.filter(({ type }) => type === 'reasoning')
  const tools = ignored.filter((name) => name.startsWith('tools.'))
  return thoughts.every(isReadableThought) ? tools : [...tools, 'input.reasoning']
}
