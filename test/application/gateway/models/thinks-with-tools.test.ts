import { expect } from 'chai'
import { thinksWithTools } from '../../../../src/application/gateway/models/thinks-with-tools.ts'
import type { ChatModel, Deployment, NativeWire } from '../../../../src/domain/catalog/model.ts'
import { catalogOf } from '../../../support/chat/catalogs.ts'
import { chatModel } from '../../../support/chat/chat-models.ts'

const at = (provider: string, more: Partial<Deployment> = {}): Deployment => ({
  provider,
  upstreamModel: 'm',
  parameters: {},
  ...more,
})

const asked = (given: Partial<ChatModel>, wire: NativeWire = 'messages', id = 'vendor/model'): boolean => {
  const model = chatModel(given)
  return thinksWithTools({ catalog: catalogOf({ models: new Map([[model.id, model]]) }) })(id, wire)
}

describe('thinksWithTools', () => {
  it('is true of a model whose deployments have no mark, and of a model that there is not', () => {
    expect(asked({ deployments: [at('a'), at('b', { thinksWithTools: true })] })).to.equal(true)
    expect(asked({}, 'messages', 'vendor/other')).to.equal(true)
  })

  it('is false where one deployment that is asked by translation does not think', () => {
    const deployments = [at('a'), at('b', { thinksWithTools: false, nativeWires: new Set<NativeWire>(['responses']) })]
    expect(asked({ deployments }, 'messages')).to.equal(false)
    expect(asked({ deployments }, 'responses')).to.equal(true)
  })

  it('is true of a model that cannot be asked for an effort', () => {
    const deployments = [at('a', { thinksWithTools: false })]
    expect(asked({ deployments, unsupportedParameters: new Set(['reasoning_effort']) })).to.equal(true)
  })
})
