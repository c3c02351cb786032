import type { Json } from '../ledger/transfer.ts'

/** A model dressed up for a purpose: conversations are opened with it as with a model. */
export interface Template {
  /** Names it among templates and models; never of the form `<vendor>/<model>`. */
  readonly slug: string
  /** The id of the model behind it. */
  readonly model: string
  readonly title: string
  /** Stands before every context window; null where the model's own manner is wanted. */
  readonly systemPrompt: string | null
  /** Fixed fields of every request made with it. */
  readonly parameters: Readonly<Record<string, Json>>
  /** Micro-tokens of one text turn; null: the model's, else the price of the task `chat`. */
  readonly turnPriceMicro: bigint | null
}
