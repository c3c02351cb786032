import type { Json } from '../json.ts'
import { priceOfSeconds } from '../pricing/video-price.ts'

export const TASK_KINDS = ['text', 'image', 'video'] as const

export type TaskKind = (typeof TASK_KINDS)[number]

/** Micro-tokens, > 0. A video may be priced by the second of its asked length. */
export type TaskPrice =
  | { readonly tag: 'fixed'; readonly micro: bigint }
  | { readonly tag: 'per_second'; readonly micro: bigint }

/** A kind of work that users buy for tokens, at a price that is known before. */
export interface Task {
  readonly slug: string
  readonly kind: TaskKind
  /** The id of the model that carries it out. */
  readonly model: string
  /** Fixed fields of every request made for it. */
  readonly parameters: Readonly<Record<string, Json>>
  readonly price: TaskPrice
}

/** The task whose price a text turn has where neither model nor template names one. */
export const CHAT_TASK = 'chat'

/** What a task costs, in micro-tokens. `seconds` counts only where it is priced by them. */
export const priceOfTask = (price: TaskPrice, seconds: number): bigint => {
  switch (price.tag) {
    case 'fixed':
      return price.micro
    case 'per_second':
      return priceOfSeconds(price.micro, seconds)
  }
}
