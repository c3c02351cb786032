import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { isCallersType } from './message-request-codec.ts'
import type { DeclaredTool, PromptRequest } from './message-request-codec.ts'
import { isStrictSchema } from './strict-schema.ts'
import { wireName } from './tool-names.ts'
import { noteOthers, noteUnsupported } from './translation-notes.ts'
import type { TranslationNotes } from './translation-notes.ts'

type Fields = Readonly<Record<string, unknown>>

const TOOL_FIELDS: ReadonlySet<string> = new Set(['type', 'name', 'description', 'input_schema', 'strict'])

/** The caller's tools, and which of them may or must be called, in the core's fields. */
export const toToolFields = (
  { tools, tool_choice: choice }: Pick<PromptRequest, 'tools' | 'tool_choice'>,
  notes: TranslationNotes,
): Fields => {
  const functions = (tools ?? []).map((tool, index) => toFunction(tool, index, notes))
  return {
    ...(functions.length === 0 ? {} : { tools: functions }),
    ...(choice === undefined || choice === null ? {} : toChoice(choice)),
  }
}

/** Tools with a type of their own are known to the provider's models alone, or run at the provider for a price. */
const toFunction = (tool: DeclaredTool, index: number, notes: TranslationNotes): Fields => {
  const { type, name, description, input_schema: parameters, strict } = tool
  if (!isCallersType(type)) {
    noteUnsupported(`tools.${index}.type`, `Tools of type '${type}' are not offered for this model.`, notes)
  } else noteOthers(tool, TOOL_FIELDS, 'tools.', notes)
  const schema = withProperties(parameters ?? {})
  // As for the form of an answer: a provider refuses to keep strictly to a schema that is not strict.
  const isStrict = strict === true && isStrictSchema(schema)
  if (strict === true && !isStrict) notes.ignored.add('tools.strict')
  return {
    type: 'function',
    function: {
      name: wireName(name ?? type ?? ''),
      ...(description === undefined || description === null ? {} : { description }),
      parameters: schema,
      ...(isStrict ? { strict } : {}),
    },
  }
}

/** OpenAI refuses the schema of an object without this field, and tools without parameters have none on this wire. */
const withProperties = (schema: Fields): Fields =>
  schema['type'] === 'object' && schema['properties'] === undefined ? { ...schema, properties: {} } : schema

const toChoice = ({
  type,
  name,
  disable_parallel_tool_use: isSerial,
}: NonNullable<PromptRequest['tool_choice']>): Fields => ({
  ...(type === 'auto' ? {} : { tool_choice: choiceOf(type, name ?? '') }),
  ...(isSerial === true && type !== 'none' ? { parallel_tool_calls: false } : {}),
})

const choiceOf = (type: 'any' | 'tool' | 'none', name: string): ChatRequest['tool_choice'] => {
  switch (type) {
    case 'any':
      return 'required'
    case 'tool':
      return { type: 'function', function: { name: wireName(name) } }
    case 'none':
      return 'none'
  }
}
