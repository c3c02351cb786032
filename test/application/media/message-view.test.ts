import { expect } from 'chai'
import { viewMessages } from '../../../src/application/media/message-view.ts'
import type { AssistantMessage, MessageState } from '../../../src/domain/conversation/message.ts'
import type { StoredAsset } from '../../../src/domain/media/stored-asset.ts'

const answer = (id: string, state: MessageState): AssistantMessage => ({
  id,
  conversationId: 'c',
  role: 'assistant',
  content: '',
  createdAtMs: 1,
  replyTo: 'u',
  state,
  chargedMicro: 0n,
})

describe('The view of a message', () => {
  it('shows no files of a pending answer, even when they are stored right after the message was read', async () => {
    const stored = { mimeType: 'video/mp4' } as StoredAsset
    const view = viewMessages({
      clock: { now: () => 0 },
      signer: { sign: () => 'signature' },
      mediaAssets: { listOfAll: async (ids) => new Map(ids.map((id) => [id, [stored]])) },
    })
    const seen = await view([answer('a', { tag: 'pending' }), answer('b', { tag: 'done' })])
    expect(seen.map(({ message, media }) => [message.id, media.length])).to.deep.equal([
      ['a', 0],
      ['b', 1],
    ])
  })
})
