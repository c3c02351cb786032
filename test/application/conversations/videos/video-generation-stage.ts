import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { openLedger } from '../../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { kyselyUnitOfWork } from '../../../../src/adapters/persistence/stores.ts'
import { createVideoGeneration } from '../../../../src/application/conversations/videos/create-video-generation.ts'
import type { VideoGenerationRequest } from '../../../../src/application/conversations/videos/plan-video-generation.ts'
import { pollMessage } from '../../../../src/application/conversations/threads/poll-message.ts'
import { readVideoGeneration } from '../../../../src/application/conversations/videos/read-video-generation.ts'
import { finishStaleVideos } from '../../../../src/application/gateway/videos/finish-stale-videos.ts'
import { refreshVideo } from '../../../../src/application/gateway/videos/refresh-video.ts'
import type { TurnFailure } from '../../../../src/application/conversations/turns/turn-failure.ts'
import type { VideoGeneration } from '../../../../src/application/conversations/videos/video-generation.ts'
import type { IdempotentExecution } from '../../../../src/application/idempotency/idempotently.ts'
import type { UnitOfWork } from '../../../../src/application/ports/transaction/unit-of-work.ts'
import type { VideoGenerationParams } from '../../../../src/domain/conversation/plan-video-task.ts'
import { openConversation } from '../../../../src/domain/conversation/conversation.ts'
import { systemAccountId } from '../../../../src/domain/ledger/account.ts'
import type { ImageSource } from '../../../../src/application/media/input-image.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { catalogOf, taskOf } from '../../../support/chat/catalogs.ts'
import { answeringUnderKeys, recordedJson } from '../../../support/idempotency/keyed-answers.ts'
import type { KeyedAnswer } from '../../../support/idempotency/keyed-answers.ts'
import type { TestDatabase } from '../../../support/servers/databases.ts'
import { topUpCommand } from '../../../support/ledger/ledger-commands.ts'
import { videoStage } from '../../gateway/videos/video-stage.ts'

interface Order extends Partial<Pick<VideoGenerationRequest, 'userId' | 'task' | 'conversationId'>> {
  readonly key?: string
  readonly ask?: Partial<VideoGenerationParams<ImageSource>>
}

const FAILED = 'generation failed'

/** One customer with 100 TOKEN and a task for 20 before the scripted provider, on a real database. */
export const videoGenerationStage = async (database: TestDatabase, tokens = 100_000_000n) => {
  const stage = await videoStage(database, 100_000_000n, { capabilities: new Set(['image_input']) })
  const { stores, world, userId, clock } = stage
  // A worker looks for videos of everybody, and other tests leave theirs.
  await database.db.deleteFrom('video_jobs').where('task', 'is not', null).execute()
  const walletId = testId()
  await database.db
    .insertInto('accounts')
    .values({ id: walletId, kind: 'user', owner: userId, currency: 'TOKEN' })
    .execute()
  await world.ledger.submit(topUpCommand(walletId, tokens, { debit: systemAccountId('deposits', 'TOKEN') }))
  const videoTask = taskOf({
    slug: 'film',
    kind: 'video',
    model: stage.model.id,
    price: { tag: 'fixed', micro: 20_000_000n },
  })
  const catalog = catalogOf({
    models: new Map([[stage.model.id, stage.model]]),
    tasks: new Map([
      ['film', videoTask],
      ['poem', taskOf({ slug: 'poem', model: stage.model.id })],
    ]),
  })

  const instance = (unitOfWork: UnitOfWork = kyselyUnitOfWork(database.db, openLedger(database.open.batches))) => {
    const made = {
      ...stage.deps(unitOfWork),
      catalog,
      conversations: stores.conversations,
      messages: stores.messages,
      mediaAssets: stores.mediaAssets,
      wallets: stores.wallets,
      signer: { sign: () => 'signature' },
    }
    const { ids, instance: process } = made
    const under = answeringUnderKeys({ idempotency: stores.idempotency, ids, instance: process })
    const moving = { ...made, refreshVideo: refreshVideo(made) }
    return {
      ...stage.instance(unitOfWork),
      order: ({ ask, key = testId(), ...given }: Order = {}) => {
        const params = { prompt: 'a red boat', seconds: null, size: null, firstFrame: null, parameters: {}, ...ask }
        const input = { userId, task: 'film', conversationId: null, ask: params, ...given }
        return under({
          userId: input.userId,
          scope: 'me.video-generations',
          key,
          execute: (operation: IdempotentExecution<TurnFailure, VideoGeneration>) =>
            createVideoGeneration(made)(input, operation),
          encode: ({ job, message }) => recordedJson(202, { id: job.id, ...message }),
          encodeFailure: ({ tag }) => (tag === 'generation_failed' ? recordedJson(502, FAILED) : null),
        })
      },
      readGeneration: (id: string, of = userId) => readVideoGeneration(moving)({ userId: of, id }),
      poll: (conversationId: string, messageId: string, of = userId) =>
        pollMessage(moving)({ userId: of, conversationId, messageId }),
      endOld: finishStaleVideos(moving),
    }
  }
  return {
    ...stage,
    instance,
    tokens: () => world.sumsOf(walletId),
    tokenMoves: async () => (await world.movesOf(walletId)).slice(1),
    messagesOf: async (conversationId: string) =>
      (await stores.messages.page({ conversationId, before: null, limit: 200 })) ?? [],
    conversations: async () =>
      (await stores.conversations.page({ userId, withArchived: true, limit: 50, offset: 0 })).conversations,
    openConversation: async () => {
      const entry = { slug: stage.model.id, model: stage.model, kind: 'video', title: 'Boats' } as const
      const conversation = openConversation(entry, { id: testId(), userId, atMs: clock.nowMs })
      await stores.conversations.add(conversation)
      return conversation.id
    },
  }
}

interface Ordered {
  readonly id: string
  readonly conversationId: string
}

/** What an order answered that was accepted. */
export const ordered = (answer: Either<{ readonly tag: string }, KeyedAnswer>): Ordered => {
  if (isLeft(answer)) throw new Error(JSON.stringify(answer.left))
  if (answer.right.status !== 202) throw new Error(`it answered ${answer.right.status}`)
  return JSON.parse(new TextDecoder().decode(answer.right.body)) as Ordered
}
