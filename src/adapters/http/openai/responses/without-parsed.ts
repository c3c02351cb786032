import type { InputItem } from '../response-input/item-codec.ts'

type Content = NonNullable<InputItem['content']>
type Part = Exclude<Content, string>[number]

const isParsed = (part: Part): boolean => 'parsed' in part

const partWithoutParsed = (part: Part): Part => {
  const { parsed: _, ...rest } = part as Part & { readonly parsed?: unknown }
  return rest
}

/**
 * An item without what OpenAI's SDK adds to the answers that it reads: the text of a part, or the arguments of a call,
 * once more as a value. Clients give these items back as input, and OpenAI refuses fields that it does not know. An
 * item without them is returned itself.
 */
export const withoutParsed = (item: InputItem): InputItem => {
  const { content } = item
  const hasParsedPart = Array.isArray(content) && content.some(isParsed)
  if (!hasParsedPart && !('parsed_arguments' in item)) return item
  const { parsed_arguments: _, ...rest } = item as InputItem & { readonly parsed_arguments?: unknown }
  return hasParsedPart ? { ...rest, content: content.map(partWithoutParsed) } : rest
}
