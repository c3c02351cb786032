import { isLeft } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { NativeWire } from '../../../domain/catalog/model.ts'

/** How many of a model's deployments speak a wire natively. */
export type NativeReach = 'none' | 'some' | 'all'

/**
 * Which of a model's deployments speak a wire natively. The surface needs this before the call, to name ignored fields
 * and to choose the first event.
 */
export const nativeReach =
  ({ catalog }: { readonly catalog: ModelCatalog }) =>
  (modelId: string, wire: NativeWire): NativeReach => {
    const model = findModel(catalog, modelId, null)
    if (isLeft(model)) return 'none'
    const { deployments } = model.right
    const speaking = deployments.filter(({ nativeWires }) => nativeWires?.has(wire) === true)
    return speaking.length === 0 ? 'none' : speaking.length === deployments.length ? 'all' : 'some'
  }
