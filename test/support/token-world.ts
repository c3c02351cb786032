import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxMp4 } from '../../src/adapters/providers/sandbox/media/mp4.ts'
import { checkedFrontEnd, type FrontEnd } from './front-end.ts'
import { type GatewayProcess, makeDataDir } from './gateway-process.ts'
import { type GatewayWorld, WORLDS } from './gateway-worlds.ts'
import { bodyOf, type Person, signUp } from './person.ts'
import { type Script, type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts'
import { TINY_PNG } from './tiny-images.ts'
import { answersJson } from './upstream-scripts.ts'
import { startYookassa, type YookassaServer } from './yookassa-server.ts'

/** An installation that sells the work of one scripted vendor for tokens, which are paid for at a shop. */
export interface TokenWorld {
  readonly world: GatewayWorld
  readonly upstream: ScriptedUpstream
  /** A page at each instance. */
  readonly pages: readonly [FrontEnd, FrontEnd]
  /** How the vendor tells of films unless told otherwise: each is finished at the first question. */
  readonly films: Script
  /** How often the vendor was asked to make something. */
  orders(): number
  /** A new user who bought this many tokens. */
  customer(tokens: number): Promise<Person>
  /** Buys tokens: orders a top-up, pays for it at the shop, and sees it credited. */
  buy(person: Person, tokens: number): Promise<void>
  /** The user's payment for a top-up arrives at the shop; the service learns of it when it next asks. */
  pay(topUpId: string): void
  /** Those that serve the pages, in that order. */
  readonly instances: readonly [GatewayProcess, GatewayProcess]
  remove(): Promise<void>
}

/** A film as the scripted vendor makes it. */
export const FILM = { seconds: 4, width: 640, height: 360 } as const

export const SYSTEM_PROMPT = 'You are a poet.'

/** What `scripted/talker` reads, its answer included, of at most `ANSWER_TOKENS` unless more are asked for. */
export const CONTEXT_TOKENS = 400
export const ANSWER_TOKENS = 100

/** Turns cost 2 with the model and 3 with the template; the tasks 1, 4, 5, 6 and 20. */
const CATALOG = {
  providers: [
    { id: 'scripted', adapter: 'openai-compatible', needs_api_key: false },
    { id: 'pictures', adapter: 'openai', needs_api_key: false },
    { id: 'films', adapter: 'xai', needs_api_key: false },
  ],
  models: [
    {
      id: 'scripted/talker',
      kind: 'chat',
      capabilities: ['image_input'],
      limits: {
        default_output_tokens: ANSWER_TOKENS,
        max_output_tokens: 2 * ANSWER_TOKENS,
        context_tokens: CONTEXT_TOKENS,
        image_input_tokens: 30,
      },
      deployments: [{ provider: 'scripted', model: 'talker' }],
      tariff: { unit: 'tokens', input_per_million: '1000', output_per_million: '2000' },
      turn_price: '2',
    },
    {
      id: 'scripted/reader',
      kind: 'chat',
      limits: { default_output_tokens: ANSWER_TOKENS, max_output_tokens: ANSWER_TOKENS, context_tokens: 100_000 },
      deployments: [{ provider: 'scripted', model: 'reader' }],
      tariff: { unit: 'tokens', input_per_million: '1000', output_per_million: '2000' },
    },
    {
      id: 'scripted/painter',
      kind: 'image',
      capabilities: ['image_input'],
      deployments: [{ provider: 'pictures', model: 'painter' }],
      tariff: { unit: 'image', price: '2' },
    },
    {
      id: 'scripted/filmer',
      kind: 'video',
      capabilities: ['image_input'],
      limits: { seconds: [4, 8] },
      deployments: [{ provider: 'films', model: 'filmer' }],
      tariff: { unit: 'second', price: '5' },
    },
  ],
  templates: [{ slug: 'poet', model: 'scripted/talker', title: 'Poet', system_prompt: SYSTEM_PROMPT, turn_price: '3' }],
  tasks: [
    { slug: 'chat', kind: 'text', model: 'scripted/talker', price: '1' },
    { slug: 'text', kind: 'text', model: 'scripted/talker', price: '4' },
    { slug: 'picture', kind: 'image', model: 'scripted/painter', price: '5' },
    { slug: 'film', kind: 'video', model: 'scripted/filmer', price: '20' },
    { slug: 'film-by-length', kind: 'video', model: 'scripted/filmer', price: '3', per: 'second' },
  ],
}

const tellsOfFilms =
  (upstream: ScriptedUpstream): Script =>
  (response, request) => {
    if (!request.path.endsWith('.mp4')) {
      const video = { url: `${upstream.baseUrl}/film.mp4`, duration: FILM.seconds }
      return answersJson({ status: 'done', video })(response, request)
    }
    const film = sandboxMp4('a film', FILM.width, FILM.height, FILM.seconds)
    return response.writeHead(200, { 'content-type': 'video/mp4' }).end(film)
  }

const startVendor = async (): Promise<ScriptedUpstream> => {
  const upstream = await startScriptedUpstream()
  upstream.onModel('painter', answersJson({ data: [{ b64_json: Buffer.from(TINY_PNG).toString('base64') }] }))
  upstream.onModel('filmer', (response, request) =>
    answersJson({ request_id: `job-${upstream.requests.length}` })(response, request),
  )
  upstream.onModel('', tellsOfFilms(upstream))
  return upstream
}

const payAt = (shop: YookassaServer, topUpId: string): void => {
  const payment = [...shop.payments.values()].find(({ metadata }) => metadata['order_id'] === topUpId)
  if (payment === undefined) throw new Error(`the shop knows no payment for top-up ${topUpId}`)
  shop.change(payment.id, { status: 'succeeded' })
}

/** Starts it with two instances on PostgreSQL; on the embedded database one process serves both pages. */
export const startTokenWorld = async (name: keyof typeof WORLDS): Promise<TokenWorld> => {
  const [world, upstream, shop, files] = await Promise.all([
    WORLDS[name](),
    startVendor(),
    startYookassa(),
    makeDataDir(),
  ])
  const catalogFile = join(files.path, 'catalog.yaml')
  await writeFile(catalogFile, JSON.stringify(CATALOG))
  const { baseUrl } = upstream
  const environment = {
    CATALOG_FILE: catalogFile,
    SCRIPTED_BASE_URL: baseUrl,
    PICTURES_BASE_URL: baseUrl,
    FILMS_BASE_URL: baseUrl,
    SIGNUP_BONUS_TOKEN: '0',
    // The vendor counts as one that is paid, so the sandbox may not sell (contract 11).
    SANDBOX_PAYMENTS: 'off',
    YOOKASSA_SHOP_ID: shop.shopId,
    YOOKASSA_SECRET_KEY: shop.secretKey,
    YOOKASSA_BASE_URL: shop.baseUrl,
  }
  const one = await world.start(environment)
  const other = world.database === null ? one : await world.start(environment)
  const pages = [await checkedFrontEnd(one.url), await checkedFrontEnd(other.url)] as const
  const buy: TokenWorld['buy'] = async (person, tokens) => {
    const order = { currency: 'TOKEN', amount: `${tokens}` }
    const { id } = bodyOf<{ id: string }>(await person.order('/v1/billing/topup', order), 201)
    payAt(shop, id)
    const { status } = bodyOf<{ status: string }>(await person.get(`/v1/billing/topups/${id}`), 200)
    if (status !== 'succeeded') throw new Error(`top-up ${id} was paid and is ${status}`)
  }
  return {
    world,
    upstream,
    instances: [one, other],
    pages,
    films: tellsOfFilms(upstream),
    orders: () => upstream.requests.filter(({ method }) => method === 'POST').length,
    customer: async (tokens) => {
      const person = await signUp(pages[0])
      if (tokens > 0) await buy(person, tokens)
      return person
    },
    buy,
    pay: (topUpId) => payAt(shop, topUpId),
    remove: async () => {
      await world.remove()
      await Promise.all([upstream.close(), shop.close()])
      await files.remove()
    },
  }
}
