import { expect } from 'chai'
import { archiveConversationEndpoint } from '../../../../../src/adapters/http/account/conversations/archive-conversation.ts'
import { createConversationEndpoint } from '../../../../../src/adapters/http/account/conversations/create-conversation.ts'
import { listConversationsEndpoint } from '../../../../../src/adapters/http/account/conversations/list-conversations.ts'
import { listMessagesEndpoint } from '../../../../../src/adapters/http/account/conversations/list-messages.ts'
import { readConversationEndpoint } from '../../../../../src/adapters/http/account/conversations/read-conversation.ts'
import { renameConversationEndpoint } from '../../../../../src/adapters/http/account/conversations/rename-conversation.ts'
import { unarchiveConversationEndpoint } from '../../../../../src/adapters/http/account/conversations/unarchive-conversation.ts'
import { archiveConversation } from '../../../../../src/application/conversations/threads/archive-conversation.ts'
import { createConversation } from '../../../../../src/application/conversations/threads/create-conversation.ts'
import { listConversations } from '../../../../../src/application/conversations/threads/list-conversations.ts'
import { listMessages } from '../../../../../src/application/conversations/threads/list-messages.ts'
import { readConversation } from '../../../../../src/application/conversations/threads/read-conversation.ts'
import { renameConversation } from '../../../../../src/application/conversations/threads/rename-conversation.ts'
import { unarchiveConversation } from '../../../../../src/application/conversations/threads/unarchive-conversation.ts'
import {
  conversationStage,
  NOW_MS,
  OTHER_USER,
  IMAGE,
} from '../../../../application/conversations/conversation-stage.ts'
import type { ConversationStage } from '../../../../application/conversations/conversation-stage.ts'
import { testId } from '../../../../contract/billing/billing-stores.ts'
import { GOOD_TOKEN, serveForTest } from '../../../../support/http-app.ts'
import type { RunningApp } from '../../../../support/http-app.ts'

const NOW = NOW_MS / 1000

const serve = (stage: ConversationStage): Promise<RunningApp> =>
  serveForTest([
    createConversationEndpoint(createConversation(stage)),
    listConversationsEndpoint(listConversations(stage)),
    readConversationEndpoint(readConversation(stage)),
    renameConversationEndpoint(renameConversation(stage)),
    archiveConversationEndpoint(archiveConversation(stage)),
    unarchiveConversationEndpoint(unarchiveConversation(stage)),
    listMessagesEndpoint(listMessages(stage)),
  ])

describe('The endpoints of conversations', () => {
  let stage: ConversationStage
  let app: RunningApp
  beforeEach(async () => {
    stage = conversationStage()
    app = await serve(stage)
  })
  afterEach(() => app.close())

  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${app.url}/v1/me/conversations${path}`, {
      method,
      headers: { authorization: `Bearer ${GOOD_TOKEN}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const idsOf = (body: Record<string, unknown>): readonly string[] =>
    (body['data'] as { id: string }[]).map(({ id }) => id)

  it('open one, show it, rename it, archive it and unarchive it', async () => {
    const { status, body: opened } = await call('POST', '', { catalog_slug: 'poet', title: null })
    expect(status).to.equal(201)
    const id = String(opened['id'])
    expect(opened).to.deep.equal({
      id,
      catalog_slug: 'poet',
      model: 'vendor/model',
      kind: 'text',
      title: 'Poet',
      archived: false,
      archived_at: null,
      created_at: NOW,
      updated_at: NOW,
    })
    expect(await call('GET', `/${id.toUpperCase()}`)).to.deep.equal({ status: 200, body: opened })
    const renamed = { ...opened, title: 'Хайку 🍁' }
    expect(await call('PATCH', `/${id}`, { title: 'Хайку 🍁' })).to.deep.equal({ status: 200, body: renamed })
    const archived = { ...renamed, archived: true, archived_at: NOW }
    for (const _ of ['once', 'again']) {
      expect(await call('POST', `/${id}/archive`)).to.deep.equal({ status: 200, body: archived })
      stage.clock.turn(1000)
    }
    for (const _ of ['once', 'again']) {
      expect(await call('POST', `/${id}/unarchive`)).to.deep.equal({ status: 200, body: renamed })
    }
  })

  it('list them, the most recently active first, page by page, without the archive and with it', async () => {
    const opened: string[] = []
    for (let each = 0; each < 4; each += 1) {
      opened.unshift((await stage.open()).id)
      stage.clock.turn(1000)
    }
    await stage.open({ userId: OTHER_USER })
    const [, , third = '', oldest = ''] = opened
    await stage.conversations.touch(oldest, stage.clock.now())
    await stage.conversations.archive('user-1', third, stage.clock.now())

    const active = [oldest, opened[0], opened[1]]
    const all = (await call('GET', '')).body
    expect([idsOf(all), all['total'], all['limit'], all['offset']]).to.deep.equal([active, 3, 50, 0])
    const page = (await call('GET', '?limit=2&offset=1&archived=false')).body
    expect([idsOf(page), page['total'], page['limit'], page['offset']]).to.deep.equal([active.slice(1), 3, 2, 1])
    const beyond = (await call('GET', '?offset=999999999')).body
    expect([idsOf(beyond), beyond['total']]).to.deep.equal([[], 3])
    const withArchive = (await call('GET', '?archived=true')).body
    expect([idsOf(withArchive), withArchive['total']]).to.deep.equal([[...active, third], 4])
  })

  it('read its messages from the end, each as its owner sees it', async () => {
    const conversation = await stage.open()
    const [first] = await stage.turn(conversation, { prompt: 'hello', answer: { content: 'hello to you' } })
    const error = { code: 'video_expired', message: 'It took too long.' }
    const failed = { state: { tag: 'failed', error }, chargedMicro: 0n, content: '' } as const
    const [question, answer] = await stage.turn(conversation, { prompt: 'a video', sent: [IMAGE], answer: failed })

    const path = `/${conversation.id}/messages`
    const { status, body } = await call('GET', `${path}?limit=3`)
    expect(status).to.equal(200)
    expect(body['next_before']).to.equal((body['data'] as { id: string }[])[0]?.id)
    const [reply, asked, made] = body['data'] as Record<string, unknown>[]
    const plain = { conversation_id: conversation.id, media: [], error: null, created_at: NOW }
    const done = { ...plain, role: 'assistant', status: 'done', content: 'hello to you', charged: '2.5' }
    expect(reply).to.deep.equal({ ...done, id: reply?.['id'] })
    const { media, ...rest } = asked ?? {}
    expect(rest).to.deep.equal({
      id: question.id,
      conversation_id: conversation.id,
      role: 'user',
      content: 'a video',
      status: 'done',
      error: null,
      charged: null,
      created_at: NOW,
    })
    const address = `${app.url}/v1/media/${question.id}/0?`
    const [image] = media as Record<string, unknown>[]
    expect(image).to.deep.include({ idx: 0, kind: 'image', mime_type: 'image/png', width: 640, height: 480 })
    expect(image?.['url'])
      .to.be.a('string')
      .that.satisfies((url: string) => url.startsWith(address))
    expect(image?.['thumbnail_url']).to.include('variant=thumb')
    expect(made).to.deep.equal({
      ...plain,
      id: answer.id,
      role: 'assistant',
      content: '',
      status: 'failed',
      error,
      charged: '0',
    })
    const earlier = await call('GET', `${path}?before=${String(body['next_before'])}`)
    expect([idsOf(earlier.body), earlier.body['next_before']]).to.deep.equal([[first.id], null])
  })

  const WRONG_BODIES: readonly (readonly [method: string, body: unknown])[] = [
    ['POST', {}],
    ['POST', { catalog_slug: '' }],
    ['POST', { catalog_slug: 7 }],
    ['POST', { catalog_slug: 'poet', title: '' }],
    ['POST', { catalog_slug: 'poet', title: ' ' }],
    ['POST', { catalog_slug: 'poet', title: 'x'.repeat(201) }],
    ['PATCH', {}],
    ['PATCH', { title: null }],
    ['PATCH', { title: '' }],
    ['PATCH', { title: '\u3164' }],
    ['PATCH', { title: 'x'.repeat(201) }],
  ]
  for (const [method, body] of WRONG_BODIES) {
    it(`refuse ${method} ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const path = method === 'PATCH' ? `/${(await stage.open()).id}` : ''
      const refused = await call(method, path, body)
      expect(refused.status).to.equal(422)
      expect(refused.body).to.have.nested.property('detail[0].loc[0]', 'body')
    })
  }

  const REFUSALS: readonly (readonly [method: string, path: string, status: number, code: string | undefined])[] = [
    ['GET', '?limit=0', 422, undefined],
    ['GET', '?limit=201', 422, undefined],
    ['GET', '?offset=-1', 422, undefined],
    ['GET', '?offset=9999999999', 422, undefined],
    ['GET', '?archived=yes', 422, undefined],
    ['GET', '/nonsense', 422, undefined],
    ['GET', '/nonsense/messages', 422, undefined],
    ['POST', '/nonsense/archive', 422, undefined],
    ['POST', '/nonsense/unarchive', 422, undefined],
    ['GET', '/{unknown}', 404, 'not_found'],
    ['PATCH', '/{unknown}', 404, 'not_found'],
    ['POST', '/{unknown}/archive', 404, 'not_found'],
    ['POST', '/{unknown}/unarchive', 404, 'not_found'],
    ['GET', '/{unknown}/messages', 404, 'not_found'],
    ['GET', '/{foreign}', 404, 'not_found'],
    ['PATCH', '/{foreign}', 404, 'not_found'],
    ['POST', '/{foreign}/archive', 404, 'not_found'],
    ['POST', '/{foreign}/unarchive', 404, 'not_found'],
    ['GET', '/{foreign}/messages', 404, 'not_found'],
    ['GET', '/{own}/messages?limit=0', 422, undefined],
    ['GET', '/{own}/messages?limit=201', 422, undefined],
    ['GET', '/{own}/messages?before=', 400, 'invalid_cursor'],
    ['GET', '/{own}/messages?before=nonsense', 400, 'invalid_cursor'],
    ['GET', '/{own}/messages?before={unknown}', 400, 'invalid_cursor'],
  ]
  for (const [method, path, status, code] of REFUSALS) {
    it(`answer ${status} to ${method} ${path}`, async () => {
      const [own, foreign] = [await stage.open(), await stage.open({ userId: OTHER_USER })]
      const real = path.replace('{own}', own.id).replace('{foreign}', foreign.id).replace('{unknown}', testId())
      const refused = await call(method, real, method === 'PATCH' ? { title: 'Mine now' } : undefined)
      expect([refused.status, refused.body['code']]).to.deep.equal([status, code])
      expect(await stage.conversations.find(OTHER_USER, foreign.id)).to.deep.equal(foreign)
    })
  }

  it('open none with a model that is not offered', async () => {
    const refused = await call('POST', '', { catalog_slug: 'nobody/none' })
    expect([refused.status, refused.body['code']]).to.deep.equal([404, 'not_found'])
  })

  it('answer 401 without a session', async () => {
    const id = testId()
    for (const path of ['', `/${id}`, `/${id}/messages`]) {
      expect((await fetch(`${app.url}/v1/me/conversations${path}`)).status, path).to.equal(401)
    }
  })
})
