import type { Either } from 'fp-ts/lib/Either.js'
import { chatTurn } from '../../src/application/conversations/turns/chat-turn.ts'
import type { Charged } from '../../src/application/conversations/turns/charged-turn.ts'
import { createGeneration } from '../../src/application/conversations/generations/create-generation.ts'
import { createVideoGeneration } from '../../src/application/conversations/videos/create-video-generation.ts'
import { sendMessage } from '../../src/application/conversations/turns/send-message.ts'
import type { VideoGeneration } from '../../src/application/conversations/videos/video-generation.ts'
import type { IdempotentExecution } from '../../src/application/idempotency/idempotently.ts'
import type { RecordedResult } from '../../src/domain/limits/idempotency.ts'
import { answeringUnderKeys, recordedJson } from '../support/idempotency/keyed-answers.ts'
import type { KeyedAnswer } from '../support/idempotency/keyed-answers.ts'
import { TINY_PNG } from '../support/media/tiny-images.ts'
import type { Request } from './history.ts'
import { hashOf, keyOf, promptOf } from './requests.ts'
import type { Dependencies, Surroundings } from './simulated-process.ts'

/** Says of what it is the answer, and what was left then: two executions cannot give the same one. */
const encode = ({ operationId, chargedMicro, wallet }: Charged<unknown>): RecordedResult =>
  recordedJson(201, { id: operationId, charged: chargedMicro, balance: wallet.balance, held: wallet.held })

const encodeVideo = ({ job }: VideoGeneration): RecordedResult =>
  recordedJson(202, { id: job.id, status: 'processing' })

const encodeFailure = ({ tag }: { readonly tag: string }): RecordedResult | null =>
  tag === 'generation_failed' ? recordedJson(502, tag) : null

const IMAGE = { tag: 'bytes', bytes: TINY_PNG, param: 'images.0' } as const

/** Asks for what a request says, as the endpoints would. */
export const askOf = (deps: Dependencies, { installation, conversations }: Surroundings) => {
  const { userId } = installation
  const send = sendMessage({ ...deps, ...deps.chat })
  const chat = chatTurn({ ...deps, ...deps.chat })
  const generate = createGeneration(deps)
  const order = createVideoGeneration({ ...deps, ...deps.videos })
  const under = answeringUnderKeys(deps)
  return (request: Request): Promise<Either<{ readonly tag: string }, KeyedAnswer>> => {
    const { endpoint, slot } = request
    const content = promptOf(request)
    const call = { userId, key: keyOf(request), requestHash: hashOf(request), encodeFailure }
    const once = <E extends { readonly tag: string }, A>(
      scope: string,
      execute: (operation: IdempotentExecution<E, Charged<A>>) => Promise<Either<E, Charged<A>>>,
    ) => under({ ...call, scope, encode, execute })
    const conversationId = conversations[slot % conversations.length]!
    const ask = { prompt: content, images: [], parameters: {} }
    switch (endpoint) {
      case 'message': {
        const images = slot === 0 ? [IMAGE] : []
        return once(`conversations.messages:${conversationId}`, (operation) =>
          send({ userId, conversationId, content, images }, operation),
        )
      }
      case 'chat': {
        const history = { tag: 'inline', lines: [{ role: 'user', content }] } as const
        return once('me.chat', (operation) => chat({ userId, history }, operation))
      }
      case 'chat_in_conversation': {
        const history = { tag: 'stored', conversationId, content } as const
        return once('me.chat', (operation) => chat({ userId, history }, operation))
      }
      case 'text':
        return once('me.generations', (operation) =>
          generate({ userId, task: 'story', ask, conversationId: null }, operation),
        )
      case 'image': {
        const where = slot === 0 ? null : conversationId
        return once('me.generations', (operation) =>
          generate({ userId, task: 'drawing', ask, conversationId: where }, operation),
        )
      }
      case 'video': {
        const firstFrame = slot === 0 ? { ...IMAGE, param: 'image' } : null
        const video = { prompt: content, seconds: null, size: null, firstFrame, parameters: {} }
        const execute = (operation: Parameters<typeof order>[1]): ReturnType<typeof order> =>
          order({ userId, task: 'video', ask: video, conversationId }, operation)
        return under({ ...call, scope: 'me.video-generations', encode: encodeVideo, execute })
      }
    }
  }
}
