import * as t from 'io-ts'
import { MAX_PARTS } from '../../codecs/generation/chat-lengths.ts'
import { anyText, listOf, nullish, textOfLength, textOrList } from '../../codecs/codecs.ts'
import { nullishFields } from '../../codecs/nullish-fields.ts'
import { ruledByValue } from '../../codecs/ruled-by-value.ts'

// Blocks stand in blocks, three deep at most: a document in the result of a tool in a message.

type Rules = ReadonlyMap<string, t.Mixed>

const word = textOfLength(0, 256)

const blocksOf = <A extends { readonly type: string }>(fields: t.Type<A, unknown, unknown>, rules: Rules) =>
  listOf(
    ruledByValue(fields, ({ type }) => rules.get(type) ?? null),
    0,
    MAX_PARTS,
    'content blocks',
  )

const sourceFields = { media_type: nullish(word), data: nullish(anyText), url: nullish(anyText) } as const

const leafFields = t.intersection(
  [
    t.type({ type: word }),
    nullishFields({
      text: nullish(anyText),
      source: nullish(t.intersection([t.type({ type: word }), nullishFields(sourceFields)])),
    }),
  ],
  'ContentLeaf',
)

const withSource = t.type({ source: t.type({ type: word }) })

const LEAF_RULES: Rules = new Map<string, t.Mixed>([
  ['text', t.type({ text: anyText })],
  ['image', withSource],
])

const leaves = blocksOf(leafFields, LEAF_RULES)

/** What a message and the result of a tool have in common. */
const partProps = {
  text: nullish(anyText),
  source: nullish(
    t.union(
      [
        anyText,
        t.intersection([
          t.type({ type: word }),
          nullishFields({ ...sourceFields, content: nullish(textOrList(anyText, leaves)) }),
        ]),
      ],
      'a string or an object with a type',
    ),
  ),
  title: nullish(anyText),
  context: nullish(anyText),
}

const partFields = t.intersection(
  [t.type({ type: word }), nullishFields({ ...partProps, content: nullish(leaves) })],
  'ResultBlock',
)

const PART_RULES: Rules = new Map<string, t.Mixed>([
  ...LEAF_RULES,
  ['document', withSource],
  ['search_result', t.type({ source: anyText, title: anyText, content: leaves })],
])

const resultContent = textOrList(anyText, blocksOf(partFields, PART_RULES))

const blockFields = t.intersection(
  [
    t.type({ type: word }),
    nullishFields({
      ...partProps,
      content: nullish(resultContent),
      thinking: nullish(anyText),
      signature: nullish(anyText),
      id: nullish(anyText),
      name: nullish(word),
      input: nullish(t.UnknownRecord),
      tool_use_id: nullish(anyText),
      is_error: nullish(t.boolean),
    }),
  ],
  'ContentBlock',
)

const BLOCK_RULES: Rules = new Map<string, t.Mixed>([
  ...PART_RULES,
  ['tool_use', t.type({ id: anyText, name: word, input: t.UnknownRecord })],
  ['tool_result', t.type({ tool_use_id: anyText })],
])

const messageBlocks = blocksOf(blockFields, BLOCK_RULES)

/** The blocks of the instructions. */
export const systemBlocks = blocksOf(leafFields, new Map([['text', t.type({ text: anyText })]]))

/** The content of a message. Blocks of types without a rule are refused, or left out, by name later. */
export const textOrBlocks = textOrList(anyText, messageBlocks)

export type Leaf = t.TypeOf<typeof leafFields>
export type Block = t.TypeOf<typeof blockFields>
