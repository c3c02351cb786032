import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadVideoGeneration } from '../../../application/conversations/read-video-generation.ts'
import { json } from '../answer.ts'
import { uuid } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { videoGenerationBody, writeVideoGeneration } from './video-generation-wire.ts'

export const readVideoGenerationEndpoint = (readVideoGeneration: ReadVideoGeneration): Endpoint =>
  endpoint({
    id: 'readVideoGeneration',
    method: 'GET',
    path: '/v1/me/video-generations/:id',
    auth: 'session',
    summary: 'Read a film that was ordered for tokens; asks its provider how far it is',
    params: t.type({ id: uuid }),
    success: { status: 200, description: 'The film as it stands.', body: videoGenerationBody },
    failures: ['not_found'],
    handle: async ({ params, baseUrl }, { userId }) => {
      const generation = await readVideoGeneration({ userId, id: params.id })
      return isLeft(generation) ? generation : right(json(200, writeVideoGeneration(generation.right, baseUrl)))
    },
  })
