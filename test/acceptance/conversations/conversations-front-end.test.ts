import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { hmacMediaSigner } from '../../../src/adapters/media-signing/hmac-media-signer.ts'
import { imageSize } from '../../../src/domain/media/image-size.ts'
import { readMp4 } from '../../../src/domain/media/mp4/mp4.ts'
import { signedMediaPath } from '../../../src/domain/media/signed-url.ts'
import {
  CONVERSATIONS,
  messagesOf,
  openConversation,
  pathOf,
  readGallery,
  readMessages,
} from '../../support/turns/conversation-answers.ts'
import type {
  ChatTurn,
  Conversation,
  ConversationTurn,
  Generation,
  Message,
  VideoGeneration,
} from '../../support/turns/conversation-answers.ts'
import { checkedFrontEnd } from '../../support/accounts/front-end.ts'
import type { FrontEnd, Reply } from '../../support/accounts/front-end.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { openWorld } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { bodyOf, signUp } from '../../support/accounts/person.ts'
import type { Person } from '../../support/accounts/person.ts'

const TURNS = 60

/** As long as a message may be. */
const LAST_WORDS = `the last words ${'\u{1F44B}'.repeat(32_000 - 15)}`

const SIGNING_KEY = { kid: 'front', secret: 'a-secret-of-the-front-end-long-enough-for-HMAC' }

/** The stages build on one another, as a person's first hundred tokens do. */
describe('a front end for conversations, whose answers all match the API document', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let page: FrontEnd
  let anna: Person
  let otherUser: Person
  let poet: Conversation
  let image: Generation
  let video: VideoGeneration
  const failed: string[] = []

  before(async () => {
    world = await openWorld()
    const keys = `${SIGNING_KEY.kid}:${SIGNING_KEY.secret}`
    gateway = await world.serve({ MEDIA_SIGNING_KEYS: keys, LOG_LEVEL: 'trace' })
    page = await checkedFrontEnd(gateway.url)
    ;[anna, otherUser] = await Promise.all([signUp(page), signUp(page)])
  })
  after(() => world.remove())

  const outcome = ({ status, body }: Reply): unknown => [status, body['code'] ?? body['detail']]
  const say = (content: string, id = poet.id): Promise<Reply> => anna.order(messagesOf(id), { content })
  const generate = (body: object): Promise<Reply> => anna.order('/v1/me/generations', body)
  const order = (body: object): Promise<Reply> => anna.order('/v1/me/video-generations', body)
  const poll = (id: string, messageId: string): Promise<Reply> =>
    anna.call('POST', `${messagesOf(id)}/${messageId}/poll`)
  const left = async (balance: string): Promise<void> => {
    expect(await anna.tokens()).to.deep.equal({ currency: 'TOKEN', balance, held: '0', available: balance })
  }

  it('reads from the catalogue what is sold for tokens', async () => {
    const { models, templates, tasks } = bodyOf<{
      models: readonly { id: string; turn_price: string | null }[]
      templates: readonly { slug: string; turn_price: string }[]
      tasks: readonly { slug: string; price: string; per: string }[]
    }>(await page.call('GET', '/v1/catalog'), 200)
    expect(models.find(({ id }) => id === 'sandbox/echo')?.turn_price).to.equal('1')
    expect(models.find(({ id }) => id === 'sandbox/image')?.turn_price).to.equal(null)
    expect(templates.map(({ slug, turn_price: price }) => [slug, price])).to.deep.equal([['sandbox-poet', '1']])
    expect(tasks.map(({ slug, price, per }) => `${slug} ${price} ${per}`)).to.deep.equal([
      'chat 1 task',
      'sandbox-image 5 task',
      'sandbox-image-edit 6 task',
      'sandbox-video 20 task',
      'sandbox-fail 3 task',
      'sandbox-video-fail 20 task',
    ])
  })

  it('begins with the bonus of a hundred tokens', async () => {
    await left('100')
    expect((await anna.movements()).map(({ type, amount }) => [type, amount])).to.deep.equal([['bonus', '100']])
  })

  it('opens a conversation with a template, and none with a model that holds no conversations', async () => {
    poet = await openConversation(anna, 'sandbox-poet')
    expect(poet).to.include({ catalog_slug: 'sandbox-poet', model: 'sandbox/echo', kind: 'text', archived: false })
    expect(poet.title).to.equal('Poet of the sandbox')
    expect(bodyOf(await anna.get(`${CONVERSATIONS}/${poet.id}`), 200)).to.deep.equal(poet)
    for (const slug of ['nobody', 'sandbox/none', 'sandbox/speech', 'proofreader', 'openai/gpt-6-luna']) {
      const refused = await anna.call('POST', CONVERSATIONS, { catalog_slug: slug })
      expect(outcome(refused), slug).to.deep.equal([404, 'not_found'])
    }
  })

  it(`has ${TURNS} turns, each at the price of one`, async () => {
    for (let turn = 1; turn <= TURNS; turn += 1) {
      const answer = bodyOf<ConversationTurn>(await say(`line ${turn} of a long poem`), 201)
      expect(answer.charged).to.equal('1')
      expect(answer.wallet).to.include({ balance: String(100 - turn), held: '0' })
      expect(answer.user_message).to.include({ role: 'user', content: `line ${turn} of a long poem`, charged: null })
      expect(answer.assistant_message).to.include({ role: 'assistant', status: 'done', charged: '1' })
    }
    await left('40')
  })

  it('loads the conversation from its end, whole and in order', async () => {
    const messages = await readMessages(anna, poet.id, 25)
    const lines = Array.from({ length: TURNS }, (_, index) => `line ${index + 1} of a long poem`)
    expect(messages.map(({ role, content }) => `${role}: ${content}`)).to.deep.equal(
      lines.flatMap((line) => [`user: ${line}`, `assistant: ${line}`]),
    )
    expect(new Set(messages.map(({ id }) => id))).to.have.property('size', 2 * TURNS)
    const latest = bodyOf<{ data: Message[]; next_before: string }>(await anna.get(messagesOf(poet.id)), 200)
    expect(latest.data).to.deep.equal(messages.slice(-50))
    expect(latest.next_before).to.equal(latest.data[0]?.id)
    const elsewhere = await openConversation(anna, 'sandbox-poet')
    const foreign = await anna.get(`${messagesOf(elsewhere.id)}?before=${latest.next_before}`)
    expect(outcome(foreign)).to.deep.equal([400, 'invalid_cursor'])
    for (const limit of ['0', '201', 'all']) {
      expect((await anna.get(`${messagesOf(poet.id)}?limit=${limit}`)).status, limit).to.equal(422)
    }
    for (const before of [randomUUID(), 'nonsense']) {
      const reply = await anna.get(`${messagesOf(poet.id)}?before=${before}`)
      expect(outcome(reply), before).to.deep.equal([400, 'invalid_cursor'])
    }
  })

  it('pays nothing for a text, an image or a video that failed', async () => {
    const conversations = async () => (await anna.get(CONVERSATIONS)).body['total']
    const before = await conversations()
    expect(outcome(await generate({ task: 'sandbox-fail', prompt: 'fail' }))).to.deep.equal([502, 'generation_failed'])
    await left('40')
    expect(await conversations(), 'nothing is left of it').to.equal(before)
    for (const model of ['sandbox/refuse', 'sandbox/error', 'sandbox/cut']) {
      const { id } = await openConversation(anna, model)
      expect(outcome(await say('fail again', id)), model).to.deep.equal([502, 'generation_failed'])
      expect(await readMessages(anna, id), model).to.deep.equal([])
    }
    await left('40')
    const ordered = bodyOf<VideoGeneration>(await order({ task: 'sandbox-video-fail', prompt: 'fail too' }), 202)
    expect(await anna.tokens()).to.include({ balance: '40', held: '20', available: '20' })
    await poll(ordered.conversation_id, ordered.message_id)
    const message = bodyOf<Message>(await poll(ordered.conversation_id, ordered.message_id), 200)
    expect(message).to.deep.include({ status: 'failed', charged: '0', media: [] })
    expect(message.error?.code).to.equal('generation_failed')
    failed.push(ordered.id)
    const read = bodyOf<VideoGeneration>(await anna.get(`/v1/me/video-generations/${ordered.id}`), 200)
    expect(read).to.deep.include({ status: 'failed', media: [], error: message.error })
    await left('40')
  })

  it('generates an image in the conversation', async () => {
    const body = { task: 'sandbox-image', prompt: 'a red boat', conversation_id: poet.id }
    image = bodyOf<Generation>(await generate(body), 201)
    expect(image).to.include({
      kind: 'image',
      status: 'succeeded',
      conversation_id: poet.id,
      charged: '5',
      text: null,
    })
    expect(image.id).to.equal(image.message_id)
    expect(image.wallet).to.deep.equal(await anna.tokens())
    await left('35')
    const [asked, generated] = (await readMessages(anna, poet.id)).slice(-2)
    expect(asked).to.deep.include({ role: 'user', content: 'a red boat', media: [], charged: null })
    expect(generated).to.deep.include({ id: image.id, role: 'assistant', content: '', charged: '5' })
    const [media] = image.media
    expect(media).to.include({
      idx: 0,
      kind: 'image',
      mime_type: 'image/png',
      width: 1024,
      height: 1024,
      seconds: null,
    })
    const { bytes, headers } = await page.file(pathOf(media?.url ?? ''))
    expect(headers.get('content-type')).to.equal('image/png')
    expect(imageSize(bytes)).to.deep.equal({ width: 1024, height: 1024 })
  })

  it('generates a video, whose tokens are held until it is finished', async () => {
    const ordered = bodyOf<VideoGeneration>(await order({ task: 'sandbox-video', prompt: 'a red boat sails' }), 202)
    expect(ordered).to.include({ status: 'processing', task: 'sandbox-video' })
    expect(await anna.tokens()).to.include({ balance: '35', held: '20', available: '15' })
    expect(bodyOf<Conversation>(await anna.get(`${CONVERSATIONS}/${ordered.conversation_id}`), 200)).to.include({
      catalog_slug: 'sandbox/video',
      kind: 'video',
      title: 'a red boat sails',
    })
    const [, waiting] = await readMessages(anna, ordered.conversation_id)
    expect(waiting).to.deep.include({ id: ordered.message_id, status: 'pending', media: [], charged: '0' })
    const running = bodyOf<Message>(await poll(ordered.conversation_id, ordered.message_id), 200)
    expect(running.status).to.equal('pending')

    video = bodyOf<VideoGeneration>(await anna.get(`/v1/me/video-generations/${ordered.id}`), 200)
    expect(video).to.deep.include({ status: 'completed', error: null, id: ordered.id })
    await left('15')
    const [media] = video.media
    expect(media).to.include({ idx: 0, kind: 'video', mime_type: 'video/mp4', width: 1280, height: 720 })
    expect(media).to.include({ seconds: 4, thumbnail_url: null })
    const facts = readMp4((await page.file(pathOf(media?.url ?? ''))).bytes)
    expect(isRight(facts) && facts.right).to.deep.equal({ seconds: 4, size: { width: 1280, height: 720 } })
    const done = bodyOf<Message>(await poll(ordered.conversation_id, ordered.message_id), 200)
    expect(done).to.deep.include({ status: 'done', charged: '20' })
    expect(done.media).to.have.lengthOf(1)
    await left('15')
  })

  it('gets a turn of an inline history, and of the stored conversation', async () => {
    const messages = [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'three' },
    ]
    const before = (await readMessages(anna, poet.id)).length
    const answered = bodyOf<ChatTurn>(await anna.order('/v1/me/chat', { messages }), 200)
    expect(answered.message).to.deep.include({ conversation_id: null, role: 'assistant', content: 'three', media: [] })
    expect([answered.charged, answered.wallet]).to.deep.equal(['1', await anna.tokens()])
    expect(await readMessages(anna, poet.id)).to.have.lengthOf(before)
    const kept = bodyOf<ChatTurn>(await anna.order('/v1/me/chat', { conversation_id: poet.id, content: 'four' }), 200)
    expect(kept.message).to.include({ conversation_id: poet.id, content: 'four', charged: '1' })
    expect((await readMessages(anna, poet.id)).at(-1)).to.deep.equal(kept.message)
    await left('13')
  })

  it('edits the image, in a new conversation', async () => {
    const { bytes } = await page.file(pathOf(image.media[0]?.url ?? ''))
    const source = { type: 'base64', mime_type: 'image/png', data: Buffer.from(bytes).toString('base64') }
    const body = { task: 'sandbox-image-edit', prompt: 'paint it blue', images: [source] }
    const edited = bodyOf<Generation>(await generate(body), 201)
    expect([edited.charged, edited.media[0]?.width]).to.deep.equal(['6', 1024])
    const [asked] = await readMessages(anna, edited.conversation_id)
    expect(asked?.media).to.have.lengthOf(1)
    expect(Buffer.compare((await page.file(pathOf(asked?.media[0]?.url ?? ''))).bytes, bytes)).to.equal(0)
    await left('7')
  })

  it('shows in the gallery what was generated and what was sent, together or separately', async () => {
    const both = await readGallery(anna, 'limit=2')
    expect(both.map(({ prompt, source }) => `${prompt}, ${source}`)).to.deep.equal([
      'paint it blue, generated',
      'paint it blue, sent',
      'a red boat sails, generated',
      'a red boat, generated',
    ])
    expect(await readGallery(anna, 'source=sent')).to.have.lengthOf(1)
    const all = await readGallery(anna, 'limit=2&source=generated')
    expect(all.map(({ prompt }) => prompt)).to.deep.equal(['paint it blue', 'a red boat sails', 'a red boat'])
    expect(all[1]).to.include({ message_id: video.message_id, kind: 'video' })
    expect(all[2]).to.include({ message_id: image.message_id, conversation_id: poet.id, idx: 0, kind: 'image' })
    expect((await readGallery(anna, 'kind=video')).map(({ kind }) => kind)).to.deep.equal(['video'])
    expect((await readGallery(anna, 'kind=image&limit=1&source=generated')).map(({ kind }) => kind)).to.deep.equal([
      'image',
      'image',
    ])
    expect(await readGallery(otherUser)).to.deep.equal([])
    const transactions = await anna.get('/v1/me/transactions?currency=TOKEN&limit=1')
    for (const cursor of ['x', 'g', '', 'Zzz1', randomUUID(), String(transactions.body['next_cursor'])]) {
      const reply = await anna.get(`/v1/me/gallery?cursor=${cursor}`)
      expect(outcome(reply), cursor).to.deep.equal([400, 'invalid_cursor'])
    }
    for (const query of ['limit=0', 'limit=61', 'kind=sound', 'source=elsewhere', 'limit=many']) {
      expect((await anna.get(`/v1/me/gallery?${query}`)).status, query).to.equal(422)
    }
  })

  it('reads a file by its signed address without a session, and by no other address', async () => {
    const address = pathOf(image.media[0]?.url ?? '')
    const whole = await page.file(address)
    expect(whole.status).to.equal(200)
    expect(whole.headers.get('cache-control')).to.equal('private')
    const { pathname, searchParams } = new URL(address, 'http://front')
    const [exp, sig] = [searchParams.get('exp') ?? '', searchParams.get('sig') ?? '']
    const [, , , id = ''] = pathname.split('/')
    const flipped = (text: string, at: number): string => {
      const other = text[at] === 'a' ? 'b' : 'a'
      return text.slice(0, at) + other + text.slice(at + 1)
    }
    const at = (path: string, given: Readonly<Record<string, string>>): string =>
      `${path}?${new URLSearchParams(given).toString()}`
    const wrong: Readonly<Record<string, string>> = {
      'another message': at(`/v1/media/${flipped(id, id.length - 1)}/0`, { exp, sig, variant: 'full' }),
      'another file': at(`/v1/media/${id}/1`, { exp, sig, variant: 'full' }),
      'the other variant': at(pathname, { exp, sig, variant: 'thumb' }),
      'no such variant': at(pathname, { exp, sig, variant: 'large' }),
      'a longer life': at(pathname, { exp: String(Number(exp) + 1), sig, variant: 'full' }),
      'an expiry that is no number': at(pathname, { exp: 'never', sig, variant: 'full' }),
      'another key': at(pathname, { exp, sig: sig.replace('front', 'fr0nt'), variant: 'full' }),
      'no signature to speak of': at(pathname, { exp, sig: 'x', variant: 'full' }),
      'no id': at('/v1/media/x/0', { exp, sig, variant: 'full' }),
      'no place': at(`/v1/media/${id}/00`, { exp, sig, variant: 'full' }),
    }
    for (const [what, path] of Object.entries(wrong)) expect((await page.file(path)).status, what).to.equal(404)
    for (let bit = sig.indexOf('.') + 1; bit < sig.length; bit += 1) {
      const path = at(pathname, { exp, sig: flipped(sig, bit), variant: 'full' })
      expect((await page.file(path)).status, `character ${bit} of the signature`).to.equal(404)
    }
    for (const given of [`sig=${sig}`, `exp=${exp}`, '']) {
      expect((await page.file(`${pathname}?${given}`)).status, given).to.equal(422)
    }
  })

  it('reads a file until its address expires', async () => {
    const signer = hmacMediaSigner([{ kid: SIGNING_KEY.kid, secret: Buffer.from(SIGNING_KEY.secret) }])
    const signedUntil = (expiresAtSeconds: number): string => {
      const grant = { id: image.message_id, idx: 0, variant: 'full', expiresAtSeconds } as const
      return signedMediaPath(grant, signer.sign(grant))
    }
    const nowSeconds = Math.floor(Date.now() / 1000)
    expect((await page.file(signedUntil(nowSeconds + 60))).status).to.equal(200)
    expect((await page.file(signedUntil(nowSeconds))).status).to.equal(404)
    expect((await page.file(signedUntil(nowSeconds - 3600))).status).to.equal(404)
  })

  it('reads a part of a file, and the thumbnail of a large image', async () => {
    const [media] = image.media
    const whole = await page.file(pathOf(media?.url ?? ''))
    const part = await page.file(pathOf(media?.url ?? ''), undefined, { range: 'bytes=1-3' })
    expect([part.status, Buffer.from(part.bytes).toString()]).to.deep.equal([206, 'PNG'])
    expect(part.headers.get('content-range')).to.equal(`bytes 1-3/${whole.bytes.length}`)
    const beyond = await page.file(pathOf(media?.url ?? ''), undefined, { range: `bytes=${whole.bytes.length}-` })
    expect(beyond.status).to.equal(416)
    const known = { 'if-none-match': whole.headers.get('etag') ?? '' }
    expect((await page.file(pathOf(media?.url ?? ''), undefined, known)).status).to.equal(304)
    const small = await page.file(pathOf(media?.thumbnail_url ?? ''))
    expect([small.status, small.headers.get('content-type')]).to.deep.equal([200, 'image/webp'])
    expect(imageSize(small.bytes)?.width).to.be.below(1024)
  })

  it('reads a file of a message with the session of its owner, and with no other', async () => {
    const path = `${messagesOf(poet.id)}/${image.message_id}/media/0`
    const signed = await page.file(pathOf(image.media[0]?.url ?? ''))
    const own = await anna.file(path)
    expect([own.status, Buffer.compare(own.bytes, signed.bytes)]).to.deep.equal([200, 0])
    expect((await anna.file(path, { range: 'bytes=-4' })).status).to.equal(206)
    expect((await anna.file(`${path}?variant=thumb`)).headers.get('content-type')).to.equal('image/webp')
    const videoMedia = `${messagesOf(video.conversation_id)}/${video.message_id}/media`
    expect((await anna.file(`${videoMedia}/0`)).headers.get('content-type')).to.equal('video/mp4')
    const missing = [
      `${videoMedia}/0?variant=thumb`,
      `${videoMedia}/1`,
      `${messagesOf(poet.id)}/${video.message_id}/media/0`,
      `${messagesOf(poet.id)}/${randomUUID()}/media/0`,
      `${messagesOf(randomUUID())}/${image.message_id}/media/0`,
    ]
    for (const each of missing) expect((await anna.file(each)).status, each).to.equal(404)
    expect((await otherUser.file(path)).status).to.equal(404)
    expect((await page.file(path)).status).to.equal(401)
    expect((await anna.file(`${messagesOf(poet.id)}/${image.message_id}/media/first`)).status).to.equal(422)
  })

  it('shows another user nothing of it', async () => {
    const at = `${CONVERSATIONS}/${poet.id}`
    const videoMessage = `${messagesOf(video.conversation_id)}/${video.message_id}`
    const prompt = { task: 'sandbox-image', prompt: 'mine', conversation_id: poet.id }
    const replies = [
      await otherUser.get(at),
      await otherUser.get(`${at}/messages`),
      await otherUser.call('PATCH', at, { title: 'mine' }),
      await otherUser.call('POST', `${at}/archive`),
      await otherUser.call('POST', `${at}/unarchive`),
      await otherUser.call('POST', `${videoMessage}/poll`),
      await otherUser.get(`/v1/me/video-generations/${video.id}`),
      await otherUser.order(`${at}/messages`, { content: 'mine' }),
      await otherUser.order('/v1/me/chat', { conversation_id: poet.id, content: 'mine' }),
      await otherUser.order('/v1/me/generations', prompt),
      await otherUser.order('/v1/me/video-generations', { ...prompt, task: 'sandbox-video' }),
    ]
    expect(replies.map(outcome)).to.deep.equal(replies.map(() => [404, 'not_found']))
    expect((await otherUser.get(CONVERSATIONS)).body).to.deep.include({ data: [], total: 0 })
    expect(await otherUser.tokens()).to.include({ balance: '100', held: '0' })
    expect(bodyOf<Conversation>(await anna.get(at), 200)).to.include({ title: poet.title, archived: false })
  })

  it('archives the conversation, which then accepts no turns, and unarchives it', async () => {
    const at = `${CONVERSATIONS}/${poet.id}`
    const archived = bodyOf<Conversation>(await anna.call('POST', `${at}/archive`), 200)
    expect(archived.archived).to.equal(true)
    expect(archived.archived_at).to.be.at.most(Math.ceil(Date.now() / 1000))
    expect(bodyOf(await anna.call('POST', `${at}/archive`), 200)).to.deep.equal(archived)
    const into = { prompt: 'more', conversation_id: poet.id }
    const refused = [
      await say('more'),
      await anna.order('/v1/me/chat', { conversation_id: poet.id, content: 'more' }),
      await generate({ task: 'sandbox-image', ...into }),
      await order({ task: 'sandbox-video', ...into }),
    ]
    expect(refused.map(outcome)).to.deep.equal(refused.map(() => [409, 'conversation_archived']))
    const listed = async (query = '') => {
      const { data } = bodyOf<{ data: Conversation[] }>(await anna.get(`${CONVERSATIONS}${query}`), 200)
      return data.map(({ id }) => id)
    }
    expect(await listed()).to.not.include(poet.id)
    expect(await listed('?archived=true')).to.include(poet.id)
    expect(await readMessages(anna, poet.id), 'it can still be read').to.have.lengthOf(2 * TURNS + 4)
    expect((await readGallery(anna)).map(({ conversation_id: id }) => id)).to.include(poet.id)
    const back = bodyOf<Conversation>(await anna.call('POST', `${at}/unarchive`), 200)
    expect([back.archived, back.archived_at]).to.deep.equal([false, null])
    expect(bodyOf<ConversationTurn>(await say('more'), 201).charged).to.equal('1')
    expect((await listed())[0], 'it is the most recently active').to.equal(poet.id)
    await left('6')
  })

  it('is refused without any change when its tokens are spent', async () => {
    bodyOf(await generate({ task: 'sandbox-image', prompt: 'the last image', parameters: { size: '64x64' } }), 201)
    await left('1')
    const before = await anna.get(CONVERSATIONS)
    const refused = [
      await generate({ task: 'sandbox-image', prompt: 'no more' }),
      await generate({ task: 'sandbox-fail', prompt: 'no more' }),
      await order({ task: 'sandbox-video', prompt: 'no more' }),
    ]
    expect(refused.map(outcome)).to.deep.equal(refused.map(() => [402, 'insufficient_tokens']))
    bodyOf(await say(LAST_WORDS), 201)
    await left('0')
    expect(outcome(await say('no more'))).to.deep.equal([402, 'insufficient_tokens'])
    const messages = [{ role: 'user', content: 'no more' }]
    expect(outcome(await anna.order('/v1/me/chat', { messages }))).to.deep.equal([402, 'insufficient_tokens'])
    expect((await anna.get(CONVERSATIONS)).body['total']).to.equal(before.body['total'])
    expect((await readMessages(anna, poet.id)).at(-1)?.content).to.equal(LAST_WORDS)
    expect(await readGallery(anna)).to.have.lengthOf(5)
  })

  it('finds every charge among the transactions, once', async () => {
    const [bonus, ...charges] = await anna.movements()
    expect(bonus).to.include({ type: 'bonus', amount: '100' })
    const prices = [...Array<string>(TURNS).fill('-1'), '-5', '-20', '-1', '-1', '-6', '-1', '-5', '-1']
    expect(charges.map(({ type, amount }) => [type, amount])).to.deep.equal(prices.map((price) => ['charge', price]))
    expect(charges.at(-1)?.balance_after).to.equal('0')
    const operations = charges.map(({ reference }) => reference.id)
    expect(new Set(operations)).to.have.property('size', prices.length)
    expect(operations).to.include.members([image.id, video.id])
    expect(operations).to.not.include.members(failed)
    const { exit, stdout } = await world.audit()
    expect(exit, stdout).to.equal(0)
  })

  it('logs no text of a message, and no address that opens a file', () => {
    const log = gateway.output()
    expect(log.length).to.be.above(10_000)
    for (const words of ['long poem', 'red boat', 'paint it', 'last words', 'fail too', 'a poet', 'sig=', 'exp=']) {
      expect(log.includes(words), words).to.equal(false)
    }
  })
})
