import type { ChatModel, Deployment, NativeWire } from '../catalog/model.ts'

/**
 * A request as its surface got it. A provider that speaks the surface's wire is asked with it, so that what the client
 * wrote keeps its bytes; the chat request beside it is what is planned and metered.
 */
export interface NativeRequest {
  readonly wire: NativeWire
  /** The top-level fields in their order, each value as the JSON text that the client sent. */
  readonly fields: ReadonlyMap<string, string>
  /** Headers of the wire that the provider gets too, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** A mark by which the provider keeps a part of the prompt longer than usual, where it stands, and for how long. */
  readonly longCache?: { readonly path: string; readonly life: string } | null | undefined
  /** Whether the chat request says all that this request says, so that any other provider may be asked with it. */
  readonly isTranslatable: boolean
}

/** Whether a deployment is asked in the words of the surface's own wire. */
export const isAskedNatively = (deployment: Deployment, native: NativeRequest | null | undefined): boolean =>
  native !== null && native !== undefined && deployment.nativeWires?.has(native.wire) === true

/** The model with the deployments that can answer the request: all of them, unless it exists in its own wire only. */
export const answerableBy = (model: ChatModel, native: NativeRequest | null | undefined): ChatModel =>
  native === null || native === undefined || native.isTranslatable
    ? model
    : { ...model, deployments: model.deployments.filter((deployment) => isAskedNatively(deployment, native)) }
