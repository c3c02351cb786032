import { expect } from 'chai'
import { listGallery } from '../../../../src/application/conversations/gallery/list-gallery.ts'
import type { GalleryView } from '../../../../src/application/conversations/gallery/list-gallery.ts'
import type { Page } from '../../../../src/application/page.ts'
import type { GalleryQuery } from '../../../../src/application/ports/conversations/gallery-log.ts'
import { conversationStage, MOVIE, NOW_MS, OTHER_USER, IMAGE, USER } from '../conversation-stage.ts'

const everything: GalleryQuery = { userId: USER, kind: null, source: null, before: null, limit: 2 }

const prompts = ({ rows }: Page<GalleryView, bigint>): readonly string[] => rows.map(({ item }) => item.prompt)

const stageWith = async (made: readonly string[]) => {
  const stage = conversationStage()
  const conversation = await stage.open()
  const generate = (prompt: string) => stage.turn(conversation, { prompt, made: [IMAGE] })
  for (const prompt of made) await generate(prompt)
  return { stage, conversation, generate, list: listGallery(stage) }
}

describe('The gallery', () => {
  it('says whether there is more, exactly', async () => {
    const { list, generate } = await stageWith([])
    expect(await list(everything)).to.deep.equal({ rows: [], next: null })
    for (const prompt of ['1', '2']) await generate(prompt)
    const full = await list(everything)
    expect([prompts(full), full.next]).to.deep.equal([['2', '1'], null])
    await generate('3')
    const first = await list(everything)
    expect(prompts(first)).to.deep.equal(['3', '2'])
    const second = await list({ ...everything, before: first.next })
    expect([prompts(second), second.next]).to.deep.equal([['1'], null])
  })

  it('shows each thing once and in its order while others arrive', async () => {
    const made = ['1', '2', '3', '4', '5']
    const { list, generate } = await stageWith(made)
    const read: string[] = []
    let before: bigint | null = null
    do {
      const page: Page<GalleryView, bigint> = await list({ ...everything, before })
      read.push(...prompts(page))
      before = page.next
      await generate('a new one')
    } while (before !== null)
    expect(read).to.deep.equal(made.toReversed())
  })

  it('shows what was made for its user alone, of one kind or both, from the archive too', async () => {
    const { stage, conversation, list } = await stageWith(['a boat'])
    await stage.turn(conversation, { prompt: 'like this', sent: [IMAGE], made: [MOVIE] })
    await stage.turn(await stage.open({ userId: OTHER_USER }), { prompt: 'not mine', made: [IMAGE] })
    await stage.conversations.archive(USER, conversation.id, NOW_MS)
    expect(prompts(await list(everything))).to.deep.equal(['like this', 'a boat'])
    expect(prompts(await list({ ...everything, kind: 'image' }))).to.deep.equal(['a boat'])
    expect(prompts(await list({ ...everything, kind: 'video' }))).to.deep.equal(['like this'])
    expect(prompts(await list({ ...everything, userId: OTHER_USER }))).to.deep.equal(['not mine'])
  })
})
