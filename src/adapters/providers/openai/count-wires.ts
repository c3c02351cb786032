import { fieldsAmong } from '../prompt-count.ts'
import type { CountWire } from '../prompt-count.ts'
import { stringOf } from '../../../domain/json.ts'
import { arrayOf, objectOf, objectsIn } from '../wire.ts'
import type { Wire } from '../wire.ts'

const COUNTED = new Set(['model', 'input', 'instructions', 'tools', 'tool_choice', 'text', 'reasoning'])

/** OpenAI's free count is of Responses. */
const PATH = '/responses/input_tokens'

export const responsesCount: CountWire = { path: PATH, bodyOf: (asked) => fieldsAmong(asked, COUNTED) }

const asText = (value: unknown): Wire => ({ type: 'input_text', text: stringOf(value) ?? JSON.stringify(value) })

/** The count reads images and files as a call of Responses does; every other part is counted by its letters. */
const asCounted = (part: Wire): Wire => {
  if (part['type'] === 'file') return { type: 'input_file', ...objectOf(part['file']) }
  if (part['type'] !== 'image_url') return asText(part)
  const { url, detail } = objectOf(part['image_url']) ?? {}
  return { type: 'input_image', image_url: url, detail: detail ?? 'auto' }
}

const contentOf = ({ content, ...rest }: Wire): readonly Wire[] => [
  ...(typeof content === 'string' ? [asText(content)] : []),
  ...objectsIn(arrayOf(content)).map(asCounted),
  asText(rest),
]

/**
 * Chat completions, all of whose texts are counted as one message of the user: each by its letters, names of fields
 * included.
 */
export const chatCount: CountWire = {
  path: PATH,
  bodyOf: ({ model, messages, ...fields }) => ({
    model,
    input: [{ role: 'user', content: [...objectsIn(messages).flatMap(contentOf), asText(fields)] }],
  }),
}
