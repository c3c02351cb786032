import type { ChatMessage } from './message.ts'

/**
 * A decoded chat request. Fields that this type does not name are of any type, stay on the object and go upstream where
 * the provider can read them.
 */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly stream?: boolean | null | undefined
  readonly stream_options?: { readonly include_usage?: boolean | null | undefined } | null | undefined
  readonly temperature?: number | null | undefined
  readonly top_p?: number | null | undefined
  readonly frequency_penalty?: number | null | undefined
  readonly presence_penalty?: number | null | undefined
  readonly max_tokens?: number | null | undefined
  readonly max_completion_tokens?: number | null | undefined
  readonly n?: number | null | undefined
  readonly seed?: number | null | undefined
  readonly logprobs?: boolean | null | undefined
  readonly response_format?: Readonly<Record<string, unknown>> | null | undefined
  readonly stop?: string | readonly string[] | null | undefined
  readonly tools?: readonly Readonly<Record<string, unknown>>[] | null | undefined
  readonly tool_choice?: string | Readonly<Record<string, unknown>> | null | undefined
  readonly user?: string | null | undefined
  readonly [field: string]: unknown
}

/** How many answers a request asks for. */
export const choicesAsked = ({ n }: Pick<ChatRequest, 'n'>): number => n ?? 1
