import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { listMessages } from '../../../../src/application/conversations/threads/list-messages.ts'
import type { MessageView } from '../../../../src/application/media/message-view.ts'
import type { Page } from '../../../../src/application/page.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { conversationStage, MOVIE, NOW_MS, OTHER_USER, IMAGE, USER } from '../conversation-stage.ts'

const EXPIRY = String(NOW_MS / 1000 + 3600)

const stageWith = async (turns: number) => {
  const stage = conversationStage()
  const conversation = await stage.open()
  const written: string[] = []
  const turn = async (): Promise<void> => {
    for (const { id } of await stage.turn(conversation)) written.push(id)
  }
  for (let each = 0; each < turns; each += 1) await turn()
  const list = listMessages(stage)
  const page = async (before: string | null, limit: number): Promise<Page<MessageView, string>> => {
    const found = await list({ userId: USER, conversationId: conversation.id, before, limit })
    if (isLeft(found)) throw new Error(`answered ${found.left.tag}`)
    return found.right
  }
  return { stage, conversation, written, turn, list, page }
}

const ids = ({ rows }: Page<MessageView, string>): readonly string[] => rows.map(({ message }) => message.id)

describe('The messages of a conversation', () => {
  it('are none in a new one', async () => {
    const { page } = await stageWith(0)
    expect(await page(null, 1)).to.deep.equal({ rows: [], next: null })
  })

  it('are read from the end upwards, each page the oldest first, and say whether there is more, exactly', async () => {
    const { written, page } = await stageWith(3)
    const last = await page(null, 4)
    expect([ids(last), last.next]).to.deep.equal([written.slice(2), written[2]])
    const first = await page(last.next, 2)
    expect([ids(first), first.next]).to.deep.equal([written.slice(0, 2), null])
    const whole = await page(null, 6)
    expect([ids(whole), whole.next]).to.deep.equal([written, null])
  })

  it('keep their pages while others arrive', async () => {
    const { written, turn, page } = await stageWith(4)
    const read: string[] = []
    let before: string | null = null
    do {
      const found: Page<MessageView, string> = await page(before, 3)
      read.unshift(...ids(found))
      before = found.next
      await turn()
    } while (before !== null)
    expect(read).to.deep.equal(written.slice(0, 8))
  })

  it('come with their files, each at an address that is good for an hour', async () => {
    const { stage, conversation, page } = await stageWith(1)
    await stage.turn(conversation, { sent: [IMAGE], made: [IMAGE, MOVIE] })
    const { rows } = await page(null, 3)
    expect(rows.map(({ media }) => media.map(({ asset }) => [asset.idx, asset.mimeType]))).to.deep.equal([
      [],
      [[0, 'image/png']],
      [
        [0, 'image/png'],
        [1, 'video/mp4'],
      ],
    ])
    const [, , answer] = rows
    const [image, video] = answer?.media ?? []
    const signed = new URL(`http://here${image?.path}`)
    expect(signed.pathname).to.equal(`/v1/media/${answer?.message.id}/0`)
    expect(signed.searchParams.get('exp')).to.equal(EXPIRY)
    expect(image?.thumbPath).to.include('variant=thumb')
    expect(video?.thumbPath).to.equal(null)
  })

  it('are refused to everybody else, and before a message that is not among them', async () => {
    const { stage, conversation, written, list } = await stageWith(1)
    const asked = { userId: USER, conversationId: conversation.id, before: null, limit: 5 }
    expect(await list({ ...asked, userId: OTHER_USER })).to.deep.equal(left({ tag: 'not_found' }))
    expect(await list({ ...asked, conversationId: testId() })).to.deep.equal(left({ tag: 'not_found' }))
    expect(await list({ ...asked, before: testId() })).to.deep.equal(left({ tag: 'invalid_cursor' }))
    const [other] = await stage.turn(await stage.open())
    expect(await list({ ...asked, before: other.id })).to.deep.equal(left({ tag: 'invalid_cursor' }))
    // The first message of all is a good place to read on from: nothing stands before it.
    expect(await list({ ...asked, before: written[0] ?? '' })).to.deep.equal(right({ rows: [], next: null }))
  })
})
