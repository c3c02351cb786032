import type { Json } from '../json.ts'

/** A model with settings for one purpose. A user opens a conversation with it as with a model. */
export interface Template {
  /** Names it among templates and models; never of the form `<provider>/<model>`. */
  readonly slug: string
  /** The id of the model behind it. */
  readonly model: string
  readonly title: string
  /** Stands before every context window. Null: the model has no system prompt. */
  readonly systemPrompt: string | null
  /** Fixed fields of every request made with it. */
  readonly parameters: Readonly<Record<string, Json>>
  /** Micro-tokens of one text turn; null: the model's, else the price of the task `chat`. */
  readonly turnPriceMicro: bigint | null
}
