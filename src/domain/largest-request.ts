/** The most that any request may have (contract 1). A chain of stored responses stands for one, and has no more. */
export const LARGEST_REQUEST = {
  /** Files can travel inside the JSON: 20 MB of them in base64, and some text. */
  bytes: 29_000_000,
  /** JSON values, those inside others included. */
  values: 200_000,
  /** Messages of a conversation, or items of an input. */
  messages: 4_096,
} as const
