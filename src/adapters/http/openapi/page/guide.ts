import type { Html } from './html.ts'

/** A chapter for people that stands before the reference. */
export interface Guide {
  readonly id: string
  readonly title: string
  readonly body: Html
}
