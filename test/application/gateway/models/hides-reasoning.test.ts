import { expect } from 'chai'
import { hidesReasoning } from '../../../../src/application/gateway/models/hides-reasoning.ts'
import { catalogOf } from '../../../support/chat/catalogs.ts'
import { chatModel } from '../../../support/chat/chat-models.ts'

describe('hidesReasoning', () => {
  it('is true of a model whose thoughts are billed and not shown, and of no other', () => {
    const [hiding, open] = [chatModel({ hiddenReasoning: true }), chatModel({})]
    const asked = (model: typeof open, id = model.id): boolean =>
      hidesReasoning({ catalog: catalogOf({ models: new Map([[model.id, model]]) }) })(id)
    expect([asked(hiding), asked(open), asked(hiding, 'vendor/other')]).to.deep.equal([true, false, false])
  })
})
