import { stringOf } from '../../../../domain/json.ts'
import { arrayOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

interface UpstreamText {
  readonly content: string | null
  readonly reasoning: string | null
}

/**
 * What a message or delta says. Content is a string, or an array of parts (Mistral) whose thinking parts are the
 * reasoning; reasoning has two names among providers.
 */
export const textOf = (message: Wire): UpstreamText => {
  const named = stringOf(message['reasoning_content']) ?? stringOf(message['reasoning'])
  const parts = arrayOf(message['content'])
  if (parts === null) return { content: stringOf(message['content']), reasoning: named }
  const thinking = partsText(parts, (type) => type === 'thinking')
  return { content: partsText(parts, (type) => type !== 'thinking'), reasoning: named ?? thinking }
}

const partsText = (parts: readonly unknown[], isWanted: (type: unknown) => boolean): string | null => {
  const texts = parts.flatMap((value) => {
    const part = objectOf(value)
    return part !== null && isWanted(part['type']) ? [partText(part)] : []
  })
  return texts.length === 0 ? null : texts.join('')
}

const partText = (part: Wire): string => {
  const nested = arrayOf(part['thinking'])
  if (nested === null) return stringOf(part['text']) ?? stringOf(part['thinking']) ?? ''
  return nested.map((value) => stringOf(objectOf(value)?.['text']) ?? '').join('')
}
