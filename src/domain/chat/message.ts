/**
 * Chat payloads keep OpenAI's field names inside the domain too: they are the language of our callers,
 * and a request that already has its upstream's shape then needs no re-encoding (ADR: the chat language).
 */
export type Role = 'system' | 'user' | 'assistant' | 'tool' | 'developer'

export interface ToolCall {
  readonly id: string
  readonly type: string
  readonly function: { readonly name: string; readonly arguments: string }
}

/** How tools were called before there were `tools`: one call, in the place of the text. */
export interface FunctionCall {
  readonly name: string
  readonly arguments: string
}

export interface ContentPart {
  readonly type: string
  readonly text?: string | null | undefined
  readonly refusal?: string | null | undefined
  readonly image_url?: { readonly url: string } | null | undefined
}

export interface ChatMessage {
  readonly role: Role
  readonly content?: string | readonly ContentPart[] | null | undefined
  readonly name?: string | null | undefined
  readonly tool_calls?: readonly ToolCall[] | null | undefined
  readonly tool_call_id?: string | null | undefined
  readonly refusal?: string | null | undefined
  readonly reasoning_content?: string | null | undefined
}
