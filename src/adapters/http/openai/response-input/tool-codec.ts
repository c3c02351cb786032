import * as t from 'io-ts'
import { MAX_TOOLS } from '../../codecs/generation/chat-lengths.ts'
import { anyText, listOf, nullish, textOfLength } from '../../codecs/codecs.ts'
import { nullishFields } from '../../codecs/nullish-fields.ts'
import { ruledByValue } from '../../codecs/ruled-by-value.ts'

const name = textOfLength(0, 256)
const named = t.type({ name: textOfLength(1, 256) })

const toolFields = t.intersection(
  [
    t.type({ type: name }),
    nullishFields({
      name: nullish(name),
      description: nullish(anyText),
      parameters: nullish(t.UnknownRecord),
      strict: nullish(t.boolean),
      format: nullish(t.UnknownRecord),
      external_web_access: nullish(t.boolean),
    }),
  ],
  'Tool',
)

const ownTool = ruledByValue(toolFields, ({ type }) => (type === 'function' || type === 'custom' ? named : null))

const namespaced = t.type({ name: textOfLength(1, 256), tools: listOf(ownTool, 0, MAX_TOOLS, 'tools') })

const anyTool = t.intersection(
  [ownTool, nullishFields({ tools: nullish(listOf(ownTool, 0, MAX_TOOLS, 'tools')) })],
  'ToolOrNamespace',
)

/** A tool that the model may call. Types without a rule are refused, or left out, by name. */
export const tool = ruledByValue(anyTool, ({ type }) => (type === 'namespace' ? namespaced : null))

export type OwnTool = t.TypeOf<typeof toolFields>
export type DeclaredTool = t.TypeOf<typeof anyTool>

/** A word, or the one tool, or the tools, that the model shall call. */
export const toolChoice = t.union(
  [name, t.intersection([t.type({ type: name }), nullishFields({ name: nullish(name), mode: nullish(name) })])],
  'a string or an object with a type',
)
