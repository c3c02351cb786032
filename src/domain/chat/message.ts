/**
 * Chat payloads keep OpenAI's field names in the domain too. Clients use these names, and a request that already has
 * the shape of its upstream then needs no translation (ADR 0006).
 */
export type Role = 'system' | 'user' | 'assistant' | 'tool' | 'developer'

/** Whether a message says how to answer, and is no part of what was talked about. */
export const isInstruction = ({ role }: { readonly role: Role }): boolean => role === 'system' || role === 'developer'

/**
 * A call of type `custom` gives its tool a plain text. On the wire it then has `custom: {name, input}` in place of
 * `function`; here the text stands in `arguments`, so that every call is read in the same way.
 */
export interface ToolCall {
  readonly id: string
  readonly type: string
  readonly function: { readonly name: string; readonly arguments: string }
}

/** A file that the model is to read. Before a call is planned it may be of any kind; after that it is a PDF. */
export interface ChatFile {
  /** A `data:` URL in base64. */
  readonly file_data?: string | null | undefined
  /** An address of the web, in place of the data. */
  readonly file_url?: string | null | undefined
  readonly filename?: string | null | undefined
  /** A file that is stored at a provider; always refused. */
  readonly file_id?: string | null | undefined
}

export interface ContentPart {
  readonly type: string
  readonly text?: string | null | undefined
  readonly refusal?: string | null | undefined
  readonly image_url?: { readonly url: string } | null | undefined
  readonly file?: ChatFile | null | undefined
}

/** A text and the images that go with it, each a `data:` URL. Without images it stays a plain text. */
export const contentWithImages = (text: string, images: readonly string[]): string | readonly ContentPart[] =>
  images.length === 0
    ? text
    : [{ type: 'text', text }, ...images.map((url) => ({ type: 'image_url', image_url: { url } }))]

export interface ChatMessage {
  readonly role: Role
  readonly content?: string | readonly ContentPart[] | null | undefined
  readonly name?: string | null | undefined
  readonly tool_calls?: readonly ToolCall[] | null | undefined
  readonly tool_call_id?: string | null | undefined
  readonly refusal?: string | null | undefined
  readonly reasoning_content?: string | null | undefined
  /** Opaque: the provider's seal of the reasoning, or the reasoning encrypted. Only that provider can read it. */
  readonly reasoning_signature?: string | null | undefined
}
