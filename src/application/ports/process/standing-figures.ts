/** The open holds for one kind of work. */
export interface OpenHoldFigures {
  /** The kind of their references (`chat`, `video`, and so on); `message_video` for the videos of messages. */
  readonly kind: string
  readonly count: number
  readonly oldestAgeSeconds: number
  /** Of them, those that are past their time, or whose process shows no new beat. */
  readonly overdue: number
}

/** What waits in the database, as an operator wants to see it all the time. */
export interface StandingFigures {
  readonly holds: readonly OpenHoldFigures[]
  readonly mailWaiting: number
  /** Zero where none waits. */
  readonly oldestMailAgeSeconds: number
  readonly topUpsPending: number
  readonly webhooksWaiting: number
  /** For how long the oldest webhook delivery has been due; zero where none is. */
  readonly oldestWebhookDueSeconds: number
}

/** Reads what waits, by index and with bounded work: a count of 10,000 says "at least". */
export type ReadStandingFigures = () => Promise<StandingFigures>
