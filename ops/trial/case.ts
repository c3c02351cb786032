/** One cause and the alerts that it must make fire. */
export interface Case {
  readonly title: string
  readonly alerts: readonly string[]
  /** Alerts of another cause that is easily taken for this one: none of them may fire beside those. */
  readonly quiet?: readonly string[]
  /** Brings the cause about; answers how to end it. */
  begin(): Promise<() => Promise<void>>
}
