import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { kyselyMediaReferences } from '../../../src/adapters/persistence/media/media-references.ts'
import { kyselyStores } from '../../../src/adapters/persistence/stores.ts'
import type { ConversationStore } from '../../../src/application/ports/conversations/conversation-store.ts'
import type { MediaAssetStore } from '../../../src/application/ports/media/media-asset-store.ts'
import type { MediaReferences } from '../../../src/application/ports/media/media-references.ts'
import type { MessageStore } from '../../../src/application/ports/conversations/message-store.ts'
import type { VideoJobStore } from '../../../src/application/ports/providers/video-job-store.ts'
import type { Message } from '../../../src/domain/conversation/message.ts'
import type { StoredAsset } from '../../../src/domain/media/stored-asset.ts'
import type { VideoJob } from '../../../src/domain/video/video-job.ts'
import { describeOnDatabases, HERE } from '../../support/servers/databases.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'
import { videoJob } from '../../support/media/video-jobs.ts'
import { memoryConversations } from '../../twins/conversations/conversations.ts'
import { memoryMediaAssets } from '../../twins/media/media-assets.ts'
import { memoryMediaReferences } from '../../twins/media/media-references.ts'
import { memoryMessages } from '../../twins/conversations/messages.ts'
import { memoryVideoJobs } from '../../twins/providers/video-jobs.ts'
import { addUser, testId } from '../billing/billing-stores.ts'
import { turnOf } from '../conversations/conversation-stores.ts'

interface World {
  readonly references: MediaReferences
  readonly mediaAssets: MediaAssetStore
  readonly videoJobs: VideoJobStore
  readonly messages: MessageStore
  readonly conversations: ConversationStore
  readonly newOwner: () => Promise<Pick<VideoJob, 'userId' | 'walletId'>>
  /** Records an answer whose body is the file at that address. */
  readonly record: (address: string) => Promise<void>
}

const NOON = 1_700_000_000_000

/** An address nothing else has. */
const anAddress = (): string => createHash('sha256').update(randomBytes(8)).digest('hex')

const file = (given: Partial<StoredAsset> = {}): StoredAsset => ({
  ownerId: testId(),
  idx: 0,
  mimeType: 'image/png',
  width: 64,
  height: 32,
  seconds: null,
  sizeBytes: 1000,
  address: anAddress(),
  thumbAddress: null,
  hasNoThumb: false,
  galleryOf: null,
  ...given,
})

/** A video that expires at noon, and its file. */
const expiringVideo = async (world: World, given: Partial<VideoJob> = {}): Promise<StoredAsset> => {
  const times = { completedAtMs: NOON - 5_000, expiresAtMs: NOON }
  const state = { tag: 'completed', seconds: 4, priceMicro: 20_000_000n, ...times } as const
  const owner = given.userId === undefined ? await world.newOwner() : {}
  const job = videoJob({ id: testId(), ...owner, state, ...given })
  await world.videoJobs.add(job)
  const video = file({ ownerId: job.id, mimeType: 'video/mp4', width: null, height: null, seconds: 4 })
  await world.mediaAssets.add([video])
  return video
}

const references = (world: () => World): void => {
  it('is kept by a file, by a thumbnail and by a recorded answer', async () => {
    const { references: referring, mediaAssets, record } = world()
    const [full, thumb, answer, nothing] = [anAddress(), anAddress(), anAddress(), anAddress()]
    const [shared, image] = [file({ address: full }), file()]
    await mediaAssets.add([shared, file({ address: full }), image])
    await mediaAssets.setThumbnail(image.ownerId, 0, thumb)
    await record(answer)
    const found = await referring.referredTo([nothing, answer, thumb, full], NOON)
    expect([...found]).to.have.members([full, thumb, answer])
    expect([...(await referring.referredTo([nothing], NOON))]).to.deep.equal([])
    expect([...(await referring.referredTo([], NOON))]).to.deep.equal([])
  })

  it('is kept by a video until the video expires, and afterwards by every other row with the same file', async () => {
    const video = await expiringVideo(world())
    const [alone, shared] = [video.address, (await expiringVideo(world())).address]
    await world().mediaAssets.add([file({ mimeType: 'video/mp4', address: shared })])
    const { references: referring } = world()
    expect([...(await referring.referredTo([alone, shared], NOON - 1))]).to.have.members([alone, shared])
    expect([...(await referring.referredTo([alone, shared], NOON))]).to.deep.equal([shared])
  })
}

const videos = (world: () => World): void => {
  it('deletes videos that expired, and nothing else', async () => {
    const { references: referring, mediaAssets, messages, conversations } = world()
    const owner = await world().newOwner()
    const conversationId = testId()
    const opened = { id: conversationId, catalogSlug: 'a', model: 'a', kind: 'video', title: 'a' } as const
    const times = { archivedAtMs: null, createdAtMs: NOON, updatedAtMs: NOON }
    await conversations.add({ ...opened, userId: owner.userId, ...times })
    const [question, answer] = turnOf(conversationId)
    await messages.add([question, answer])
    const expired = [await expiringVideo(world()), await expiringVideo(world()), await expiringVideo(world())]
    const running = await expiringVideo(world(), { state: { tag: 'in_progress' }, ...owner })
    const ofMessage = await expiringVideo(world(), { id: answer.id, ...owner })
    const image = file()
    await mediaAssets.add([image])
    expect(await referring.removeExpiredVideos(NOON - 1, 100)).to.equal(0)
    expect(await referring.removeExpiredVideos(NOON, 2)).to.equal(2)
    expect(await referring.removeExpiredVideos(NOON, 100)).to.equal(1)
    expect(await referring.removeExpiredVideos(NOON, 100)).to.equal(0)
    for (const { ownerId } of expired) expect(await mediaAssets.listOf(ownerId)).to.deep.equal([])
    for (const kept of [running, ofMessage, image]) {
      expect(await mediaAssets.find(kept.ownerId, 0), kept.mimeType).to.deep.equal(kept)
    }
    expect([...(await referring.referredTo([ofMessage.address], NOON))]).to.deep.equal([ofMessage.address])
  })
}

describe('media references contract in memory', () => {
  const [assets, jobs] = [new Map<string, StoredAsset>(), new Map<string, VideoJob>()]
  const [messages, answers] = [new Map<string, Message>(), new Set<string>()]
  const world: World = {
    references: memoryMediaReferences({ assets, jobs, messages, answers }),
    mediaAssets: memoryMediaAssets(assets),
    videoJobs: memoryVideoJobs(jobs),
    messages: memoryMessages(messages),
    conversations: memoryConversations(),
    newOwner: async () => ({ userId: testId(), walletId: testId() }),
    record: async (address) => void answers.add(address),
  }
  videos(() => world)
  references(() => world)
})

const recordIn = async (database: TestDatabase, bodyAddress: string): Promise<void> => {
  const { idempotency } = kyselyStores(database.db)
  const fence = testId()
  const key = { userId: await addUser(database), scope: 'images', key: 'k' }
  const claim = { requestHash: new Uint8Array(32), operationId: testId(), fence, instance: HERE }
  await idempotency.claim({ ...key, ...claim })
  const result = { facts: {}, body: new Uint8Array(), bodyAddress }
  await idempotency.finish(fence, 'succeeded', result)
}

describeOnDatabases('media references contract', (database) => {
  const world = (): World => ({
    ...kyselyStores(database().db),
    references: kyselyMediaReferences(database().db),
    newOwner: async () => {
      const [userId, walletId] = [await addUser(database()), testId()]
      await kyselyStores(database().db).wallets.open({ id: walletId, owner: userId, currency: 'RUB' })
      return { userId, walletId }
    },
    record: (address) => recordIn(database(), address),
  })
  videos(world)
  references(world)
})
