import { expect } from 'chai'
import { isLeft, isRight, left } from 'fp-ts/lib/Either.js'
import { readMessageMedia } from '../../../../src/application/conversations/threads/read-message-media.ts'
import type { ReadMessageMediaInput } from '../../../../src/application/conversations/threads/read-message-media.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { conversationStage, MOVIE, OTHER_USER, IMAGE, PNG, USER } from '../conversation-stage.ts'

const stageWithFiles = async () => {
  const stage = conversationStage()
  const conversation = await stage.open()
  const [question, answer] = await stage.turn(conversation, { sent: [IMAGE], made: [IMAGE, MOVIE] })
  const input: ReadMessageMediaInput = {
    userId: USER,
    conversationId: conversation.id,
    messageId: answer.id,
    idx: 0,
    variant: 'full',
  }
  return { stage, question, input, read: readMessageMedia(stage) }
}

describe('A file of a message', () => {
  it('is given to the owner of its conversation, from the user’s message and from the answer', async () => {
    const { question, input, read } = await stageWithFiles()
    for (const messageId of [input.messageId, question.id]) {
      const file = await read({ ...input, messageId })
      if (isLeft(file)) throw new Error('not found')
      expect(file.right).to.include({ mimeType: 'image/png', sizeBytes: PNG.length })
    }
  })

  it('is small where that is asked for, which is made once', async () => {
    const { stage, input, read } = await stageWithFiles()
    const thumb = await read({ ...input, variant: 'thumb' })
    if (isLeft(thumb)) throw new Error('not found')
    expect(thumb.right.mimeType).to.equal('image/webp')
    expect((await stage.mediaAssets.find(input.messageId, 0))?.thumbAddress).to.equal(thumb.right.address)
  })

  const MISSING: Readonly<Record<string, Partial<ReadMessageMediaInput>>> = {
    'by another user': { userId: OTHER_USER },
    'in a conversation that is not there': { conversationId: testId() },
    'of a message that is not there': { messageId: testId() },
    'at a place where there is none': { idx: 2 },
    'as a small image of a video': { idx: 1, variant: 'thumb' },
  }
  for (const [which, given] of Object.entries(MISSING)) {
    it(`is not found ${which}`, async () => {
      const { input, read } = await stageWithFiles()
      expect(await read({ ...input, ...given })).to.deep.equal(left({ tag: 'not_found' }))
    })
  }

  it('is not found through another conversation, though both are of the same owner', async () => {
    const { stage, input, read } = await stageWithFiles()
    const { id: conversationId } = await stage.open()
    expect(await read({ ...input, conversationId })).to.deep.equal(left({ tag: 'not_found' }))
  })

  it('is not found when it has gone from the store', async () => {
    const { stage, input, read } = await stageWithFiles()
    const file = await read(input)
    if (isRight(file)) await stage.media.delete(file.right.address, Number.POSITIVE_INFINITY)
    expect(await read(input)).to.deep.equal(left({ tag: 'not_found' }))
  })
})
