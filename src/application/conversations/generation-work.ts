import type { Either } from 'fp-ts/lib/Either.js'
import type { Parameters } from '../../domain/conversation/no-dearer.ts'
import type { GivenImage } from '../../domain/images/request.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import type { Undelivered } from './charged-turn.ts'
import { type PlanRefusal, unacceptable, type UnacceptableField } from './turn-failure.ts'

/** What a model made for a prompt. */
export interface Product {
  /** Empty where the product is pictures. */
  readonly text: string
  readonly pictures: readonly Uint8Array[]
  readonly usage: Json
  readonly receipt: Json
}

/** A generation about which everything is decided. */
export interface GenerationWork {
  /** The pictures that were given, at hand. */
  readonly given: readonly GivenImage[]
  /** Asks the model. Not aborted by the caller's leaving. */
  readonly carryOut: (operationId: string) => Promise<Either<Undelivered, Product>>
}

/** Where the caller said what a plan refuses; what the caller did not say is of the task. */
export const refusedField =
  (parameters: Parameters) =>
  (refusal: PlanRefusal): UnacceptableField =>
    unacceptable(refusal, (param) => {
      const [name = ''] = param.split('.')
      if (name in parameters) return ['parameters', name]
      return [name === 'image' || name === 'messages' ? 'images' : 'task']
    })
