import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type {
  CreateConversation,
  CreateConversationFailure,
} from '../../../../application/conversations/threads/create-conversation.ts'
import type { EntryNotFound } from '../../../../domain/conversation/catalog-entry.ts'
import { json } from '../../sending/http-response.ts'
import { nullish, textOfLength } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'
import { conversationBody, title, writeConversation } from './conversation-wire.ts'
import { accountSurface } from '../surface.ts'

const MAX_SLUG_CHARACTERS = 256

const body = t.type(
  { catalog_slug: textOfLength(1, MAX_SLUG_CHARACTERS), title: nullish(title) },
  'ConversationCreateRequest',
)

const failureOf = (failure: CreateConversationFailure): ValidationError | EntryNotFound => {
  switch (failure.tag) {
    case 'not_found':
      return failure
    case 'too_many_conversations': {
      const message = `You have ${failure.most} conversations; delete one to open another.`
      return problemIn('body', [], message, failure.tag)
    }
  }
}

export const createConversationEndpoint = (createConversation: CreateConversation): Endpoint =>
  endpoint({
    id: 'createConversation',
    method: 'POST',
    path: '/v1/me/conversations',
    surface: accountSurface,
    auth: 'session',
    group: 'Conversations',
    summary: 'Open a conversation with a model or a template of the catalogue',
    body,
    success: { status: 201, description: 'The conversation, still empty.', body: conversationBody },
    failures: ['not_found'],
    handle: async ({ body: asked }, { userId }) => {
      const input = { userId, catalogSlug: asked.catalog_slug, title: asked.title ?? null }
      const conversation = await createConversation(input)
      return isLeft(conversation)
        ? left(failureOf(conversation.left))
        : right(json(201, writeConversation(conversation.right)))
    },
  })
