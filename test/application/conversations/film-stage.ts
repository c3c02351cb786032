import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import { kyselyUnitOfWork } from '../../../src/adapters/persistence/unit-of-work.ts'
import {
  createVideoGeneration,
  type CreateVideoGenerationInput,
} from '../../../src/application/conversations/create-video-generation.ts'
import { pollMessage } from '../../../src/application/conversations/poll-message.ts'
import { readVideoGeneration } from '../../../src/application/conversations/read-video-generation.ts'
import { endOldFilms } from '../../../src/application/gateway/end-old-films.ts'
import { moveVideo } from '../../../src/application/gateway/move-video.ts'
import type { TurnFailure } from '../../../src/application/conversations/turn-failure.ts'
import type { StoredAnswer } from '../../../src/application/idempotency/idempotently.ts'
import { runningClaims } from '../../../src/application/idempotency/running-claims.ts'
import type { UnitOfWork } from '../../../src/application/ports/unit-of-work.ts'
import type { FilmAsk } from '../../../src/domain/conversation/plan-film.ts'
import { openConversation } from '../../../src/domain/conversation/open-conversation.ts'
import { systemAccountId } from '../../../src/domain/ledger/account.ts'
import type { ImageSource } from '../../../src/application/gateway/given-image.ts'
import { testId } from '../../contract/billing-stores.ts'
import { catalogOf, taskOf } from '../../support/catalogs.ts'
import type { TestDatabase } from '../../support/databases.ts'
import { topUpCommand } from '../../support/ledger-commands.ts'
import { videoStage } from '../gateway/video-stage.ts'

interface Order extends Partial<Pick<CreateVideoGenerationInput, 'userId' | 'task' | 'conversationId'>> {
  readonly key?: string
  readonly ask?: Partial<FilmAsk<ImageSource>>
}

const FAILED = 'generation failed'

/** One customer with 100 TOKEN and a task for 20 before the scripted vendor, on a real database. */
export const filmStage = async (database: TestDatabase, tokens = 100_000_000n) => {
  const stage = await videoStage(database, 100_000_000n, { capabilities: new Set(['image_input']) })
  const { stores, world, userId, clock } = stage
  // A worker looks for films of everybody, and other tests leave theirs.
  await database.db.deleteFrom('video_jobs').where('task', 'is not', null).execute()
  const walletId = testId()
  await database.db
    .insertInto('accounts')
    .values({ id: walletId, kind: 'user', owner: userId, currency: 'TOKEN' })
    .execute()
  await world.ledger.submit(topUpCommand(walletId, tokens, { debit: systemAccountId('deposits', 'TOKEN') }))
  const film = taskOf({
    slug: 'film',
    kind: 'video',
    model: stage.model.id,
    price: { tag: 'fixed', micro: 20_000_000n },
  })
  const catalog = catalogOf({
    models: new Map([[stage.model.id, stage.model]]),
    tasks: new Map([
      ['film', film],
      ['poem', taskOf({ slug: 'poem', model: stage.model.id })],
    ]),
  })

  const instance = (unitOfWork: UnitOfWork = kyselyUnitOfWork(database.db)) => {
    const made = {
      ...stage.deps(unitOfWork),
      catalog,
      conversations: stores.conversations,
      messages: stores.messages,
      mediaAssets: stores.mediaAssets,
      wallets: stores.wallets,
      idempotency: stores.idempotency,
      running: runningClaims(),
      signer: { sign: () => 'signature' },
    }
    const moving = { ...made, moveVideo: moveVideo(made) }
    return {
      ...stage.instance(unitOfWork),
      order: ({ ask, ...given }: Order = {}) =>
        createVideoGeneration(made)({
          userId,
          key: testId(),
          requestHash: new Uint8Array(32),
          task: 'film',
          conversationId: null,
          ask: { prompt: 'a red boat', seconds: null, size: null, firstFrame: null, parameters: {}, ...ask },
          render: ({ job, message }) => ({
            status: 202,
            contentType: 'application/json',
            body: new TextEncoder().encode(JSON.stringify({ id: job.id, ...message })),
          }),
          renderFailure: () => ({ status: 502, contentType: 'text/plain', body: new TextEncoder().encode(FAILED) }),
          ...given,
        }),
      readFilm: (id: string, of = userId) => readVideoGeneration(moving)({ userId: of, id }),
      poll: (conversationId: string, messageId: string, of = userId) =>
        pollMessage(moving)({ userId: of, conversationId, messageId }),
      endOld: endOldFilms(moving),
    }
  }
  return {
    ...stage,
    instance,
    tokens: () => world.sumsOf(walletId),
    tokenMoves: async () => (await world.movesOf(walletId)).slice(1),
    said: async (conversationId: string) =>
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
export const ordered = (answer: Either<TurnFailure, StoredAnswer>): Ordered => {
  if (isLeft(answer)) throw new Error(JSON.stringify(answer.left))
  if (answer.right.status !== 202) throw new Error(`it answered ${answer.right.status}`)
  return JSON.parse(new TextDecoder().decode(answer.right.body)) as Ordered
}

/** The status of what was answered, or why nothing was done. */
export const outcomeOf = (answer: Either<TurnFailure, StoredAnswer>): string =>
  isLeft(answer) ? answer.left.tag : `${answer.right.status}${answer.right.replayed ? ' again' : ''}`
