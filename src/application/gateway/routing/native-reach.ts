import { isLeft } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { NativeWire } from '../../../domain/catalog/model.ts'

/** How many of a model's deployments speak a wire themselves. */
export type NativeReach = 'none' | 'some' | 'all'

/** Known before a call, so that its surface can say what of a request will not be asked, and how the answer begins. */
export const nativeReach =
  ({ catalog }: { readonly catalog: ModelCatalog }) =>
  (modelId: string, wire: NativeWire): NativeReach => {
    const model = findModel(catalog, modelId, null)
    if (isLeft(model)) return 'none'
    const { deployments } = model.right
    const speaking = deployments.filter(({ nativeWires }) => nativeWires?.has(wire) === true)
    return speaking.length === 0 ? 'none' : speaking.length === deployments.length ? 'all' : 'some'
  }
