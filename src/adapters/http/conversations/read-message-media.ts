import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadMessageMedia } from '../../../application/conversations/read-message-media.ts'
import { integerInText, nullish, uuid } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { FILE_STATUSES, fileAnswer, fileRequestHeaders } from '../file-answer.ts'
import { LAST_IDX } from './media-wire.ts'

export const readMessageMediaEndpoint = (readMessageMedia: ReadMessageMedia): Endpoint =>
  endpoint({
    id: 'readMessageMedia',
    method: 'GET',
    path: '/v1/me/conversations/:conversation_id/messages/:message_id/media/:idx',
    auth: 'session',
    summary: 'Read a file of a message, or the small picture of it',
    params: t.type({ conversation_id: uuid, message_id: uuid, idx: integerInText(0, LAST_IDX) }),
    query: t.type({ variant: nullish(t.keyof({ full: null, thumb: null }, 'full or thumb')) }),
    headers: fileRequestHeaders,
    success: { status: 200, description: 'The file.', body: '*/*', otherStatuses: FILE_STATUSES },
    failures: ['not_found', 'overloaded'],
    handle: async ({ params, query, headers }, { userId }) => {
      const file = await readMessageMedia({
        userId,
        conversationId: params.conversation_id,
        messageId: params.message_id,
        idx: params.idx,
        variant: query.variant ?? 'full',
      })
      return isLeft(file) ? file : right(fileAnswer(file.right, headers))
    },
  })
