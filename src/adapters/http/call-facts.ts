/** What the access log tells of a paid call beyond its head. An endpoint notes what it learns, when it learns it. */
export interface CallFacts {
  readonly model?: string
  readonly promptTokens?: number
  readonly completionTokens?: number
  /** What the call is charged, a decimal of roubles. */
  readonly costRub?: string
}
