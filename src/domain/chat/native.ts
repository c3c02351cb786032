import type { ChatModel, Deployment, NativeWire } from '../catalog/model.ts'
import { sealMarkOf } from '../routing/seal-mark.ts'

/** A top-level field of a request. */
export interface NativeField {
  /** As the client wrote it. */
  readonly json: string
  /** What that says. */
  readonly value: unknown
}

/**
 * A request as its surface got it. A provider that speaks the surface's wire is asked with it, so that what the client
 * wrote keeps its bytes; the chat request beside it is what is planned and metered.
 */
export interface NativeRequest {
  readonly wire: NativeWire
  /** The top-level fields in their order. */
  readonly fields: ReadonlyMap<string, NativeField>
  /** The most that the fields may say to a model, in bytes of UTF-8, the base64 of images and files among them. */
  readonly bytes: number
  /** Headers of the wire that the provider gets too, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** A mark by which the provider keeps a part of the prompt longer than usual, where it stands, and for how long. */
  readonly longCache?: { readonly path: string; readonly life: string } | null | undefined
  /** Encrypted reasoning of earlier answers. Only the native request contains it. */
  readonly sealedReasoning?: SealedReasoning | undefined
  /** Whether the chat request says all that this request says, so that any other provider may be asked with it. */
  readonly isTranslatable: boolean
}

/** A whole answer as its provider wrote it. */
export interface NativeAnswer {
  readonly text: string
  /** The text, parsed. */
  readonly body: unknown
}

/** A server-sent event of an answer, as its provider wrote it. */
export interface NativeEvent {
  /** Null if the stream names none. */
  readonly name: string | null
  readonly data: string
  /** Where in the answer it belongs; absent in a wire whose surface does not ask. */
  readonly place?: NativePlace | undefined
}

/** What an event says of where its piece of the answer belongs. */
export interface NativePlace {
  /** The provider's id of the item; null where the event names none. */
  readonly itemId: string | null
  /** The place of the item in the answer. */
  readonly item: number
  /** The place of the part in the item; 0 where the event names none. */
  readonly part: number
}

export interface SealedReasoning {
  /** The marks of the providers that sealed them, oldest first; those without a mark are not among them. */
  readonly sealMarks: readonly string[]
  /** Their length in UTF-8. A token of what is sealed is no shorter than a byte of its seal. */
  readonly bytes: number
}

/** Whether a deployment is asked in the words of the surface's own wire. */
export const isAskedNatively = (deployment: Deployment, native: NativeRequest | undefined): boolean =>
  native !== undefined && deployment.nativeWires?.has(native.wire) === true

/** The native request where some deployment of the model is asked with it. */
export const nativeAsked = (model: ChatModel, native: NativeRequest | undefined): NativeRequest | undefined =>
  model.deployments.some((deployment) => isAskedNatively(deployment, native)) ? native : undefined

/** Whether a deployment is asked without some of the reasoning, because another provider sealed it. */
export const lacksReasoning = (deployment: Deployment, native: NativeRequest | undefined): boolean =>
  isAskedNatively(deployment, native) &&
  native?.sealedReasoning?.sealMarks.some((mark) => mark !== sealMarkOf(deployment.provider)) === true

/** The model with the deployments that can answer the request: all of them, unless it exists in its own wire only. */
export const answerableBy = (model: ChatModel, native: NativeRequest | undefined): ChatModel =>
  native === undefined || native.isTranslatable
    ? model
    : { ...model, deployments: model.deployments.filter((deployment) => isAskedNatively(deployment, native)) }
