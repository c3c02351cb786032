import * as t from 'io-ts'
import { type Model, vendorOf } from '../../../domain/catalog/model.ts'
import { unixTime } from '../codecs.ts'

export const modelInfo = t.type(
  { id: t.string, object: t.literal('model'), created: unixTime, owned_by: t.string },
  'ModelInfo',
)

export const modelBody = (model: Model): t.TypeOf<typeof modelInfo> => ({
  id: model.id,
  object: 'model',
  created: model.created,
  owned_by: vendorOf(model.id),
})
