import type { Model } from '../../src/domain/catalog/model.ts'

type Facts = Pick<Model, 'tariffVersion' | 'created' | 'retires' | 'purchase' | 'unsupportedParameters'>

/** What a model of any kind says of itself where its entry of the catalogue leaves out all that it may. */
export const PLAIN_MODEL: Facts = {
  tariffVersion: 'v1',
  created: 0,
  retires: null,
  purchase: null,
  unsupportedParameters: new Set(),
}
