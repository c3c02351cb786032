import type { ToolCallDelta } from '../chunk.ts'
import type { ToolCall } from '../message.ts'

/** The type of calls that give their tool a plain text in place of arguments in JSON. */
export const CUSTOM = 'custom'

/** What a call says on OpenAI's wire of the custom tool that it calls; a piece of a stream may lack either field. */
interface CustomTool {
  readonly name?: string
  readonly input?: string
}

/** The call of a custom tool, or a piece of it, as OpenAI's wire has it: with `custom` and without `function`. */
export const customForm = <C extends ToolCall | ToolCallDelta>({
  function: called,
  ...call
}: C): Omit<C, 'function'> & { readonly custom: CustomTool } => ({
  ...call,
  custom: {
    ...(called?.name === undefined ? {} : { name: called.name }),
    ...(called?.arguments === undefined ? {} : { input: called.arguments }),
  },
})

/** A call as OpenAI's wire has it. */
export const wireCall = (call: ToolCall): unknown => (call.type === CUSTOM ? customForm(call) : call)

/** The wire's call of a custom tool as the domain reads every call. */
export const fromCustomForm = <C extends { readonly custom: Required<CustomTool> }>({
  custom: { name, input },
  ...call
}: C): Omit<C, 'custom'> & Pick<ToolCall, 'function'> => ({ ...call, function: { name, arguments: input } })
