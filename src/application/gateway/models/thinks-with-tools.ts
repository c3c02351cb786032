import { isLeft } from 'fp-ts/lib/Either.js'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { findModel } from '../../../domain/catalog/find-model.ts'
import type { NativeWire } from '../../../domain/catalog/model.ts'

const EFFORT = 'reasoning_effort'

/**
 * Whether a model may think in a call with tools that came in this wire. It may not where one of its deployments, which
 * would be asked by translation, calls tools only with an effort of none. A model that cannot be asked for an effort is
 * not asked for none either.
 */
export const thinksWithTools =
  ({ catalog }: { readonly catalog: ModelCatalog }) =>
  (modelId: string, wire: NativeWire): boolean => {
    const model = findModel(catalog, modelId, null)
    if (isLeft(model) || model.right.unsupportedParameters.has(EFFORT)) return true
    return model.right.deployments.every(
      (deployment) => deployment.thinksWithTools !== false || deployment.nativeWires?.has(wire) === true,
    )
  }
