import * as t from 'io-ts'
import { modelOwnerOf } from '../../../../domain/catalog/model.ts'
import type { Model } from '../../../../domain/catalog/model.ts'
import { unixTime } from '../../codecs/codecs.ts'

export const modelInfo = t.type(
  { id: t.string, object: t.literal('model'), created: unixTime, owned_by: t.string },
  'ModelInfo',
)

export const writeModelInfo = (model: Model): t.TypeOf<typeof modelInfo> => ({
  id: model.id,
  object: 'model',
  created: model.created,
  owned_by: modelOwnerOf(model.id),
})
