import { expect } from 'chai'
import { answerableBy } from '../../../src/domain/chat/native.ts'
import type { NativeRequest } from '../../../src/domain/chat/native.ts'
import { questionTo } from '../../../src/domain/chat/plan.ts'
import type { ChatPlan } from '../../../src/domain/chat/plan.ts'
import type { Deployment } from '../../../src/domain/catalog/model.ts'
import { chatModel } from '../../support/chat/chat-models.ts'

const speaks = (provider: string, ...wires: readonly ('messages' | 'responses')[]): Deployment => ({
  provider,
  upstreamModel: 'm',
  parameters: {},
  nativeWires: new Set(wires),
})

const native: NativeRequest = { wire: 'messages', fields: new Map(), bytes: 0, headers: {}, isTranslatable: false }
const model = chatModel({ deployments: [speaks('a', 'messages'), speaks('b', 'responses'), speaks('c')] })

describe('A request in the words of its surface', () => {
  it('goes only to providers that speak its wire, where chat cannot say all that it says', () => {
    expect(answerableBy(model, native).deployments.map(({ provider }) => provider)).to.deep.equal(['a'])
  })

  it('may go to every provider where chat says the same', () => {
    expect(answerableBy(model, { ...native, isTranslatable: true })).to.equal(model)
    expect(answerableBy(model, undefined)).to.equal(model)
  })

  it('reaches a provider as it came, and any other as a chat request', () => {
    const plan = { request: { model: 'x', messages: [] }, native } as unknown as ChatPlan
    const asked = model.deployments.map((deployment) => questionTo(plan, deployment).native)
    expect(asked).to.deep.equal([native, undefined, undefined])
  })
})
