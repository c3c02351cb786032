import { fieldsAmong } from '../prompt-count.ts'
import type { CountWire } from '../prompt-count.ts'
import { arrayOf, objectOf, objectsIn, stringOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

const COUNTED = new Set(['model', 'input', 'instructions', 'tools', 'tool_choice', 'text', 'reasoning'])

/** OpenAI's free count is of Responses. */
const PATH = '/responses/input_tokens'

export const responsesCount: CountWire = { path: PATH, bodyOf: (asked) => fieldsAmong(asked, COUNTED) }

const asText = (value: unknown): Wire => ({ type: 'input_text', text: stringOf(value) ?? JSON.stringify(value) })

/** The gateway counts images by its own figure. */
const isImage = ({ type }: Wire): boolean => type === 'image_url'

const contentOf = ({ content, ...rest }: Wire): readonly Wire[] => [
  ...(typeof content === 'string' ? [asText(content)] : []),
  ...objectsIn(arrayOf(content))
    .filter((part) => !isImage(part))
    .map((part) => (part['type'] === 'file' ? { type: 'input_file', ...objectOf(part['file']) } : asText(part))),
  asText(rest),
]

/** Chat completions, all of whose texts are counted as one message of the user: each by its letters, names of fields included. */
export const chatCount: CountWire = {
  path: PATH,
  bodyOf: ({ model, messages, ...fields }) => ({
    model,
    input: [{ role: 'user', content: [...objectsIn(messages).flatMap(contentOf), asText(fields)] }],
  }),
}
