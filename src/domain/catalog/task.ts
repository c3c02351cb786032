import type { Json } from '../json.ts'
import type { WorkPrice } from '../pricing/work-price.ts'

export const TASK_KINDS = ['text', 'image', 'video'] as const

export type TaskKind = (typeof TASK_KINDS)[number]

/** A kind of work that users buy for tokens, at a price that is known before. */
export interface Task {
  readonly slug: string
  readonly kind: TaskKind
  /** The id of the model that carries it out. */
  readonly model: string
  /** Fixed fields of every request made for it. */
  readonly parameters: Readonly<Record<string, Json>>
  /** In TOKEN. */
  readonly price: WorkPrice
}

/** The task whose price a text turn has where neither model nor template names one. */
export const CHAT_TASK = 'chat'
