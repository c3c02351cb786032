import type { ModelInfo } from '@anthropic-ai/sdk/resources/models'
import { expect } from 'chai'
import { describeModel } from '../../../../../src/adapters/http/messages/models/model-wire.ts'
import { chatModel } from '../../../../support/chat/chat-models.ts'

describe('the description of a model in Anthropic’s words', () => {
  it('has every field that its SDK reads, and null for what is not known', () => {
    const described: Required<ModelInfo> = describeModel(chatModel({ id: 'vendor/model', retires: 1_800_000_000 }))
    expect(described).to.deep.equal({
      type: 'model',
      id: 'vendor/model',
      display_name: 'vendor/model',
      created_at: described.created_at,
      max_input_tokens: described.max_input_tokens,
      max_tokens: described.max_tokens,
      lifecycle: 'active',
      retires_at: '2027-01-15T08:00:00.000Z',
      capabilities: null,
      deprecated_at: null,
      line: null,
    })
  })
})
