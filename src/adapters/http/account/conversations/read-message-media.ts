import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadMessageMedia } from '../../../../application/conversations/threads/read-message-media.ts'
import { integerFromString, nullish, uuid } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { FILE_STATUSES, fileResponse, fileRequestHeaders } from '../../sending/file-response.ts'
import { LAST_IDX } from '../media/media-wire.ts'
import { accountSurface } from '../surface.ts'

export const readMessageMediaEndpoint = (readMessageMedia: ReadMessageMedia): Endpoint =>
  endpoint({
    id: 'readMessageMedia',
    method: 'GET',
    path: '/v1/me/conversations/:conversation_id/messages/:message_id/media/:idx',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Read a file of a message, or the small image of it',
    params: t.type({ conversation_id: uuid, message_id: uuid, idx: integerFromString(0, LAST_IDX) }),
    query: t.type({ variant: nullish(t.keyof({ full: null, thumb: null }, 'full or thumb')) }),
    headers: fileRequestHeaders,
    success: { status: 200, description: 'The file.', body: '*/*', otherStatuses: FILE_STATUSES },
    failures: ['not_found'],
    handle: async ({ params, query, headers }, { userId }) => {
      const file = await readMessageMedia({
        userId,
        conversationId: params.conversation_id,
        messageId: params.message_id,
        idx: params.idx,
        variant: query.variant ?? 'full',
      })
      return isLeft(file) ? file : right(fileResponse(file.right, headers))
    },
  })
