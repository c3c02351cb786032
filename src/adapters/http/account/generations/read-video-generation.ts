import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadVideoGeneration } from '../../../../application/conversations/videos/read-video-generation.ts'
import { json } from '../../sending/http-response.ts'
import { uuid } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { videoGenerationBody, writeVideoGeneration } from './video-generation-wire.ts'
import { accountSurface } from '../surface.ts'

export const readVideoGenerationEndpoint = (readVideoGeneration: ReadVideoGeneration): Endpoint =>
  endpoint({
    id: 'readVideoGeneration',
    method: 'GET',
    path: '/v1/me/video-generations/:id',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    hasEffect: true,
    summary: 'Read a video that was ordered for tokens; asks its provider how far it is',
    params: t.type({ id: uuid }),
    success: { status: 200, description: 'The video as it stands.', body: videoGenerationBody },
    failures: ['not_found'],
    handle: async ({ params, baseUrl }, { userId }) => {
      const generation = await readVideoGeneration({ userId, id: params.id })
      return isLeft(generation) ? generation : right(json(200, writeVideoGeneration(generation.right, baseUrl)))
    },
  })
