import { expect } from 'chai'
import type { GalleryQuery } from '../../../src/application/ports/conversations/gallery-log.ts'
import type { GalleryItem } from '../../../src/domain/conversation/gallery.ts'
import type { StoredAsset } from '../../../src/domain/media/stored-asset.ts'
import { testId } from '../billing/billing-stores.ts'
import { describeConversationStores, turnOf, openConversation } from './conversation-stores.ts'
import type { ConversationStores } from './conversation-stores.ts'

const file = (ownerId: string, idx: number, given: Partial<StoredAsset> = {}): StoredAsset => ({
  ownerId,
  idx,
  mimeType: 'image/png',
  width: 64,
  height: 32,
  seconds: null,
  sizeBytes: 1000,
  address: 'a'.repeat(64),
  thumbAddress: null,
  hasNoThumb: false,
  galleryOf: null,
  ...given,
})

interface Artist {
  readonly userId: string
  readonly conversationId: string
  /** Makes one thing of so many files; answers them as the gallery is to show them. */
  readonly make: (mimeType: 'image/png' | 'image/webp' | 'video/mp4', files?: number) => Promise<readonly Shown[]>
}

type Shown = Omit<GalleryItem, 'position'>

const newArtist = async (stores: ConversationStores): Promise<Artist> => {
  const { id: conversationId, userId } = await openConversation(stores, { kind: 'image' })
  return {
    userId,
    conversationId,
    make: async (mimeType, files = 1) => {
      const [question, answer] = turnOf(conversationId, { content: '', createdAtMs: 1_700_000_123_456 })
      const asked = { ...question, content: `paint ${question.id}` }
      await stores.messages.add([asked, answer])
      await stores.mediaAssets.add([file(asked.id, 0, { galleryOf: userId, sent: true })])
      const assets = Array.from({ length: files }, (_, idx) =>
        file(answer.id, idx, { mimeType, galleryOf: userId, address: String(idx).repeat(64) }),
      )
      await stores.mediaAssets.add(assets)
      const { createdAtMs } = answer
      return assets.map((asset) => ({ asset, conversationId, source: 'generated', prompt: asked.content, createdAtMs }))
    },
  }
}

const page = ({ gallery }: ConversationStores, query: Partial<GalleryQuery> & { userId: string }) =>
  gallery.page({ kind: null, source: 'generated', before: null, limit: 50, ...query })

const shown = (items: readonly GalleryItem[]): readonly Shown[] =>
  items.map(({ asset, conversationId, source, prompt, createdAtMs }) => ({
    asset,
    conversationId,
    source,
    prompt,
    createdAtMs,
  }))

describeConversationStores('gallery log contract', (open) => {
  it('shows only the items of one user, newest first', async () => {
    const stores = open()
    const [artist, other] = [await newArtist(stores), await newArtist(stores)]
    const made = [...(await artist.make('image/png')), ...(await artist.make('image/png', 3))]
    await other.make('image/png')
    await stores.mediaAssets.add([file(testId(), 0)])
    expect(shown(await page(stores, { userId: artist.userId }))).to.deep.equal(made.toReversed())
    expect(await page(stores, { userId: await stores.newUser() })).to.deep.equal([])
  })

  it('shows what a user sent, with its text, alone or between what was made', async () => {
    const stores = open()
    const artist = await newArtist(stores)
    const [made] = await artist.make('video/mp4')
    const { userId } = artist
    const [sent, ...more] = shown(await page(stores, { userId, source: 'sent' }))
    expect(more).to.deep.equal([])
    expect(sent).to.deep.include({ source: 'sent', prompt: made?.prompt, conversationId: artist.conversationId })
    expect(sent?.asset).to.include({ idx: 0, sent: true })
    expect(sent?.asset.ownerId).to.not.equal(made?.asset.ownerId)
    expect(shown(await page(stores, { userId, source: null }))).to.deep.equal([made, sent])
    expect(shown(await page(stores, { userId, source: null, kind: 'image' }))).to.deep.equal([sent])
    expect(await page(stores, { userId, source: 'sent', kind: 'video' })).to.deep.equal([])
  })

  it('shows images or videos alone', async () => {
    const stores = open()
    const artist = await newArtist(stores)
    const [png, video, webp] = [
      await artist.make('image/png'),
      await artist.make('video/mp4'),
      await artist.make('image/webp'),
    ]
    const { userId } = artist
    expect(shown(await page(stores, { userId, kind: 'image' }))).to.deep.equal([...webp, ...png])
    expect(shown(await page(stores, { userId, kind: 'video' }))).to.deep.equal(video)
    expect(shown(await page(stores, { userId, kind: 'image', limit: 1 }))).to.deep.equal(webp)
  })

  for (const [kind, source] of [
    [null, 'generated'],
    ['image', 'generated'],
    [null, null],
    ['image', null],
    [null, 'sent'],
  ] as const) {
    it(`is read page by page without a gap or a double while new items arrive (${kind ?? 'both kinds'}, ${source ?? 'both sources'})`, async () => {
      const stores = open()
      const artist = await newArtist(stores)
      for (let turn = 0; turn < 5; turn += 1) await artist.make('image/png', 2)
      const due = shown(await page(stores, { userId: artist.userId, kind, source }))
      const seen: GalleryItem[] = []
      let before: bigint | null = null
      do {
        const items: readonly GalleryItem[] = await page(stores, {
          userId: artist.userId,
          kind,
          source,
          before,
          limit: 3,
        })
        seen.push(...items)
        before = items.at(-1)?.position ?? null
        await artist.make('image/png')
      } while (before !== null)
      expect(due.length).to.be.within(5, 15)
      expect(shown(seen)).to.deep.equal(due)
    })
  }

  it('shows a thumbnail that was made later, in the same place', async () => {
    const stores = open()
    const artist = await newArtist(stores)
    const [{ asset } = { asset: file('', 0) }] = await artist.make('image/png')
    await artist.make('image/png')
    const [, old] = await page(stores, { userId: artist.userId })
    await stores.mediaAssets.setThumbnail(asset.ownerId, 0, 'd'.repeat(64))
    const [, now] = await page(stores, { userId: artist.userId })
    expect(now).to.deep.equal({ ...old, asset: { ...asset, thumbAddress: 'd'.repeat(64) } })
  })
})
