import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { archiveConversation } from '../../../../src/application/conversations/threads/archive-conversation.ts'
import type { OwnConversation } from '../../../../src/application/conversations/threads/own-conversation.ts'
import { readConversation } from '../../../../src/application/conversations/threads/read-conversation.ts'
import { renameConversation } from '../../../../src/application/conversations/threads/rename-conversation.ts'
import { unarchiveConversation } from '../../../../src/application/conversations/threads/unarchive-conversation.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { conversationStage, NOW_MS, OTHER_USER, USER } from '../conversation-stage.ts'
import type { ConversationStage } from '../conversation-stage.ts'

type Use = (stage: ConversationStage, own: OwnConversation) => Promise<unknown>

const USES: Readonly<Record<string, Use>> = {
  read: (stage, own) => readConversation(stage)(own),
  renamed: (stage, own) => renameConversation(stage)({ ...own, title: 'Mine now' }),
  archived: (stage, own) => archiveConversation(stage)(own),
  'taken out of the archive': (stage, own) => unarchiveConversation(stage)(own),
}

describe('A conversation of another user', () => {
  for (const [used, use] of Object.entries(USES)) {
    it(`is as unknown as none when it is to be ${used}, and stays as it was`, async () => {
      const stage = conversationStage()
      const conversation = await stage.open({ archivedAtMs: NOW_MS })
      const { id: conversationId } = conversation
      expect(await use(stage, { userId: OTHER_USER, conversationId })).to.deep.equal(left({ tag: 'not_found' }))
      expect(await use(stage, { userId: USER, conversationId: testId() })).to.deep.equal(left({ tag: 'not_found' }))
      expect(await stage.conversations.find(USER, conversationId)).to.deep.equal(conversation)
    })
  }
})

describe('A conversation of your own', () => {
  it('is read, archived or not', async () => {
    const stage = conversationStage()
    for (const archivedAtMs of [null, NOW_MS]) {
      const conversation = await stage.open({ archivedAtMs })
      const own = { userId: USER, conversationId: conversation.id }
      expect(await readConversation(stage)(own)).to.deep.equal(right(conversation))
    }
  })

  it('takes another title, and is no more recently active for that', async () => {
    const stage = conversationStage()
    const conversation = await stage.open()
    stage.clock.turn(5000)
    const own = { userId: USER, conversationId: conversation.id }
    const renamed = await renameConversation(stage)({ ...own, title: 'Haiku' })
    expect(renamed).to.deep.equal(right({ ...conversation, title: 'Haiku' }))
    expect(await readConversation(stage)(own)).to.deep.equal(renamed)
  })

  it('is archived at the time it first was, comes back, and may go again', async () => {
    const stage = conversationStage()
    const conversation = await stage.open()
    const own = { userId: USER, conversationId: conversation.id }
    const archivedAt = (archivedAtMs: number | null) => right({ ...conversation, archivedAtMs })
    const [archive, unarchive] = [archiveConversation(stage), unarchiveConversation(stage)]
    expect(await archive(own)).to.deep.equal(archivedAt(NOW_MS))
    stage.clock.turn(1000)
    expect(await archive(own)).to.deep.equal(archivedAt(NOW_MS))
    expect(await unarchive(own)).to.deep.equal(archivedAt(null))
    expect(await unarchive(own)).to.deep.equal(archivedAt(null))
    expect(await archive(own)).to.deep.equal(archivedAt(NOW_MS + 1000))
  })
})
