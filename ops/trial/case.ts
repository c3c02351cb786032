/** One cause and the alerts that it must make fire. */
export interface Case {
  readonly title: string
  readonly alerts: readonly string[]
  /** Brings the cause about; answers how to end it. */
  begin(): Promise<() => Promise<void>>
}
