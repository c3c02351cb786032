import * as t from 'io-ts'
import { MAX_PARTS } from '../../codecs/generation/chat-lengths.ts'
import { anyText, listOf, nullish, textOfLength, textOrList } from '../../codecs/codecs.ts'
import { nullishFields } from '../../codecs/nullish-fields.ts'
import { ruledByValue } from '../../codecs/ruled-by-value.ts'
import { isGiven } from '../../../../domain/json.ts'

const name = textOfLength(0, 256)

const partFields = t.intersection(
  [
    t.type({ type: name }),
    nullishFields({
      text: nullish(anyText),
      refusal: nullish(anyText),
      image_url: nullish(anyText),
      detail: nullish(name),
      file_id: nullish(name),
      file_data: nullish(anyText),
      file_url: nullish(anyText),
      filename: nullish(anyText),
    }),
  ],
  'InputContent',
)

const textPart = t.type({ text: anyText })
const PART_RULES: ReadonlyMap<string, t.Mixed> = new Map<string, t.Mixed>([
  ['input_text', textPart],
  ['output_text', textPart],
  ['refusal', t.type({ refusal: anyText })],
])

/** A part of a message, of a tool's output, or of a reasoning's summary. Types without a rule are refused by name. */
const contentPart = ruledByValue(partFields, ({ type }) => PART_RULES.get(type) ?? null)

export type InputPart = t.TypeOf<typeof partFields>

const parts = listOf(contentPart, 0, MAX_PARTS, 'content parts')
const content = textOrList(anyText, parts)

const role = t.keyof(
  { user: null, assistant: null, system: null, developer: null },
  'one of user, assistant, system, developer',
)

const itemFields = nullishFields(
  {
    id: nullish(anyText),
    type: nullish(name),
    role: nullish(role),
    content: nullish(content),
    call_id: nullish(anyText),
    name: nullish(name),
    namespace: nullish(name),
    arguments: nullish(anyText),
    input: nullish(anyText),
    output: nullish(content),
    summary: nullish(parts),
    encrypted_content: nullish(anyText),
    phase: nullish(name),
  },
  'InputItem',
)

const output = t.type({ call_id: anyText, output: content })
const message = t.type({ role, content })

const ITEM_RULES: ReadonlyMap<string, t.Mixed> = new Map<string, t.Mixed>([
  ['message', message],
  ['function_call', t.type({ call_id: anyText, name, arguments: anyText })],
  ['function_call_output', output],
  ['custom_tool_call', t.type({ call_id: anyText, name, input: anyText })],
  ['custom_tool_call_output', output],
  ['item_reference', t.type({ id: anyText })],
])

/** What an item is. Without a type it is a message, or a reference where it has an id in the place of words. */
export const typeOfItem = ({ type, id, role, content }: InputItem): string =>
  type ?? (isGiven(id) && !isGiven(role) && !isGiven(content) ? 'item_reference' : 'message')

/** One item of the input. Types without a rule are refused by name later. */
export const inputItem = ruledByValue(itemFields, (item) => ITEM_RULES.get(typeOfItem(item)) ?? null)

export type InputItem = t.TypeOf<typeof itemFields>
