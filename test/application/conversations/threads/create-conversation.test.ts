import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import { createConversation } from '../../../../src/application/conversations/threads/create-conversation.ts'
import { conversationStage, NOW_MS, OTHER_USER, USER } from '../conversation-stage.ts'

const asked = { userId: USER, catalogSlug: 'poet', title: null }

describe('A conversation', () => {
  const OPENED = [
    ['vendor/model', { model: 'vendor/model', kind: 'text', title: 'vendor/model' }],
    ['vendor/image', { model: 'vendor/image', kind: 'image', title: 'vendor/image' }],
    ['poet', { model: 'vendor/model', kind: 'text', title: 'Poet' }],
    ['painter', { model: 'vendor/image', kind: 'image', title: 'Painter' }],
  ] as const
  for (const [catalogSlug, expected] of OPENED) {
    it(`opened with ${catalogSlug} is bound to ${expected.model} and named ${expected.title}`, async () => {
      const stage = conversationStage()
      const id = 'the-id'
      const made = await createConversation({ ...stage, ids: { next: () => id } })({ ...asked, catalogSlug })
      const times = { archivedAtMs: null, createdAtMs: NOW_MS, updatedAtMs: NOW_MS }
      const conversation = { id, userId: USER, catalogSlug, ...expected, ...times }
      expect(made).to.deep.equal(right(conversation))
      expect(await stage.conversations.find(USER, id)).to.deep.equal(conversation)
    })
  }

  it('has the title it is given', async () => {
    const made = await createConversation(conversationStage())({ ...asked, title: 'Haiku' })
    expect(made).to.have.nested.property('right.title', 'Haiku')
  })

  it('is one of ten thousand at the most, archived ones among them', async () => {
    const stage = conversationStage()
    for (let opened = 0; opened < 9_999; opened += 1) await stage.open({ archivedAtMs: opened === 0 ? NOW_MS : null })
    expect(isRight(await createConversation(stage)(asked))).to.equal(true)
    const refused = left({ tag: 'too_many_conversations', most: 10_000 })
    expect(await createConversation(stage)(asked)).to.deep.equal(refused)
    expect(isRight(await createConversation(stage)({ ...asked, userId: OTHER_USER }))).to.equal(true)
  })

  for (const catalogSlug of ['nobody/none', 'vendor/speech', '']) {
    it(`is not opened with ${catalogSlug === '' ? 'nothing' : catalogSlug}`, async () => {
      const stage = conversationStage()
      expect(await createConversation(stage)({ ...asked, catalogSlug })).to.deep.equal(
        left({
          tag: 'not_found',
          message: 'The catalogue has no model or template of this name that holds conversations.',
        }),
      )
      const page = await stage.conversations.page({ userId: USER, withArchived: true, limit: 1, offset: 0 })
      expect(page.total).to.equal(0)
    })
  }
})
