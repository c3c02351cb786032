import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { CreateConversation } from '../../../application/conversations/create-conversation.ts'
import { json } from '../answer.ts'
import { nullish, textOfLength } from '../codecs.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { conversationBody, title, writeConversation } from './conversation-wire.ts'

const LONGEST_SLUG = 256

const body = t.type({ catalog_slug: textOfLength(1, LONGEST_SLUG), title: nullish(title) }, 'ConversationCreateRequest')

export const createConversationEndpoint = (createConversation: CreateConversation): Endpoint =>
  endpoint({
    id: 'createConversation',
    method: 'POST',
    path: '/v1/me/conversations',
    auth: 'session',
    summary: 'Open a conversation with a model or a template of the catalogue',
    body,
    success: { status: 201, description: 'The conversation, still empty.', body: conversationBody },
    failures: ['not_found'],
    handle: async ({ body: asked }, { userId }) => {
      const input = { userId, catalogSlug: asked.catalog_slug, title: asked.title ?? null }
      const conversation = await createConversation(input)
      return isLeft(conversation) ? conversation : right(json(201, writeConversation(conversation.right)))
    },
  })
