/** What the access log shows of a paid call beyond its head. The endpoint sets each field as soon as it knows it. */
export interface CallLogFields {
  /** Where no header of the answer names the operation. */
  readonly operationId?: string
  readonly model?: string
  readonly promptTokens?: number
  readonly completionTokens?: number
  /** What the call is charged, a decimal of roubles. */
  readonly costRub?: string
  /** What the call is charged where it is paid in tokens, a decimal of tokens. */
  readonly costTokens?: string
}
