import type { Either } from 'fp-ts/lib/Either.js'
import { chatTurn } from '../../src/application/conversations/chat-turn.ts'
import type { Charged } from '../../src/application/conversations/charged-turn.ts'
import { createGeneration } from '../../src/application/conversations/create-generation.ts'
import { createVideoGeneration } from '../../src/application/conversations/create-video-generation.ts'
import { sendMessage } from '../../src/application/conversations/send-message.ts'
import type { VideoGeneration } from '../../src/application/conversations/video-generation.ts'
import type { StoredAnswer } from '../../src/application/idempotency/idempotently.ts'
import type { Answer } from '../../src/domain/limits/idempotency.ts'
import { TINY_PNG } from '../support/tiny-images.ts'
import type { Request } from './history.ts'
import { hashOf, keyOf, promptOf } from './requests.ts'
import type { Dependencies, Surroundings } from './simulated-process.ts'

const answerOf = (status: number, value: unknown): Answer => ({
  status,
  contentType: 'application/json',
  body: new TextEncoder().encode(JSON.stringify(value)),
})

/** Says of what it is the answer, and what was left then: two executions cannot give the same one. */
const render = ({ operationId, chargedMicro, wallet }: Charged<unknown>): Answer =>
  answerOf(201, { id: operationId, charged: `${chargedMicro}`, balance: `${wallet.balance}`, held: `${wallet.held}` })

const renderFilm = ({ job }: VideoGeneration): Answer => answerOf(202, { id: job.id, status: 'processing' })

const renderFailure = (): Answer => answerOf(502, 'generation_failed')

const PICTURE = { tag: 'bytes', bytes: TINY_PNG, param: 'images.0' } as const

/** Asks for what a request says, as the endpoints would. */
export const askOf = (deps: Dependencies, { installation, conversations }: Surroundings) => {
  const { userId } = installation
  const send = sendMessage({ ...deps, ...deps.chat })
  const chat = chatTurn({ ...deps, ...deps.chat })
  const generate = createGeneration(deps)
  const order = createVideoGeneration({ ...deps, ...deps.videos })
  return (request: Request): Promise<Either<{ readonly tag: string }, StoredAnswer>> => {
    const { endpoint, slot } = request
    const content = promptOf(request)
    const call = { userId, key: keyOf(request), requestHash: hashOf(request), render, renderFailure }
    const conversationId = conversations[slot % conversations.length]!
    const ask = { prompt: content, images: [], parameters: {} }
    switch (endpoint) {
      case 'message':
        return send({ ...call, conversationId, content, images: slot === 0 ? [PICTURE] : [] })
      case 'chat':
        return chat({ ...call, dialogue: { tag: 'told', lines: [{ role: 'user', content }] } })
      case 'chat_in_conversation':
        return chat({ ...call, dialogue: { tag: 'kept', conversationId, content } })
      case 'text':
        return generate({ ...call, task: 'story', ask, conversationId: null })
      case 'picture':
        return generate({ ...call, task: 'drawing', ask, conversationId: slot === 0 ? null : conversationId })
      case 'film': {
        const firstFrame = slot === 0 ? { ...PICTURE, param: 'image' } : null
        const film = { prompt: content, seconds: null, size: null, firstFrame, parameters: {} }
        return order({ ...call, render: renderFilm, task: 'film', ask: film, conversationId })
      }
    }
  }
}
