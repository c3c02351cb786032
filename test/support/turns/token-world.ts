import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxMp4 } from '../../../src/adapters/providers/sandbox/media/mp4.ts'
import { checkedFrontEnd } from '../accounts/front-end.ts'
import type { FrontEnd } from '../accounts/front-end.ts'
import { makeDataDir } from '../processes/gateway-process.ts'
import type { GatewayProcess } from '../processes/gateway-process.ts'
import { WORLDS } from '../gateway-worlds.ts'
import type { GatewayWorld } from '../gateway-worlds.ts'
import { bodyOf, signUp } from '../accounts/person.ts'
import type { Person } from '../accounts/person.ts'
import { startScriptedUpstream } from '../upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../upstreams/scripted-upstream.ts'
import { TINY_PNG } from '../media/tiny-images.ts'
import { answersJson } from '../upstreams/upstream-scripts.ts'
import { startYookassa } from '../servers/yookassa-server.ts'
import type { YookassaServer } from '../servers/yookassa-server.ts'

/** An installation that sells the work of one scripted provider for tokens, which are paid for at a shop. */
export interface TokenWorld {
  readonly world: GatewayWorld
  readonly upstream: ScriptedUpstream
  /** A page at each instance. */
  readonly pages: readonly [FrontEnd, FrontEnd]
  /** The provider's default report of videos: each is finished at the first poll. */
  readonly videos: Script
  /** How often the provider was asked to make something. */
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

/** A video as the scripted provider makes it. */
export const VIDEO = { seconds: 4, width: 640, height: 360 } as const

export const SYSTEM_PROMPT = 'You are a poet.'

/** What `scripted/talker` reads, its answer included, of at most `ANSWER_TOKENS` unless more are asked for. */
export const CONTEXT_TOKENS = 400
export const ANSWER_TOKENS = 100

/** Turns cost 2 with the model and 3 with the template; the tasks 1, 4, 5, 6 and 20. */
const CATALOG = {
  providers: [
    { id: 'scripted', adapter: 'openai-compatible', needs_api_key: false },
    { id: 'images', adapter: 'openai', needs_api_key: false },
    { id: 'videos', adapter: 'xai', needs_api_key: false },
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
      deployments: [{ provider: 'images', model: 'painter' }],
      tariff: { unit: 'image', price: '2' },
    },
    {
      id: 'scripted/filmer',
      kind: 'video',
      capabilities: ['image_input'],
      limits: { seconds: [4, 8] },
      deployments: [{ provider: 'videos', model: 'filmer' }],
      tariff: { unit: 'second', price: '5' },
    },
  ],
  templates: [{ slug: 'poet', model: 'scripted/talker', title: 'Poet', system_prompt: SYSTEM_PROMPT, turn_price: '3' }],
  tasks: [
    { slug: 'chat', kind: 'text', model: 'scripted/talker', price: '1' },
    { slug: 'text', kind: 'text', model: 'scripted/talker', price: '4' },
    { slug: 'image', kind: 'image', model: 'scripted/painter', price: '5' },
    { slug: 'video', kind: 'video', model: 'scripted/filmer', price: '20' },
    { slug: 'video-by-length', kind: 'video', model: 'scripted/filmer', price: '3', per: 'second' },
  ],
}

const reportsVideos =
  (upstream: ScriptedUpstream): Script =>
  (response, request) => {
    if (!request.path.endsWith('.mp4')) {
      const video = { url: `${upstream.baseUrl}/video.mp4`, duration: VIDEO.seconds }
      return answersJson({ status: 'done', video })(response, request)
    }
    const video = sandboxMp4('a video', VIDEO.width, VIDEO.height, VIDEO.seconds)
    return response.writeHead(200, { 'content-type': 'video/mp4' }).end(video)
  }

const startProvider = async (): Promise<ScriptedUpstream> => {
  const upstream = await startScriptedUpstream()
  upstream.onModel('painter', answersJson({ data: [{ b64_json: Buffer.from(TINY_PNG).toString('base64') }] }))
  upstream.onModel('filmer', (response, request) =>
    answersJson({ request_id: `job-${upstream.requests.length}` })(response, request),
  )
  upstream.onModel('', reportsVideos(upstream))
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
    startProvider(),
    startYookassa(),
    makeDataDir(),
  ])
  const catalogFile = join(files.path, 'catalog.yaml')
  await writeFile(catalogFile, JSON.stringify(CATALOG))
  const { baseUrl } = upstream
  const environment = {
    CATALOG_FILE: catalogFile,
    SCRIPTED_BASE_URL: baseUrl,
    IMAGES_BASE_URL: baseUrl,
    VIDEOS_BASE_URL: baseUrl,
    SIGNUP_BONUS_TOKEN: '0',
    // The provider counts as one that is paid, so the sandbox may not sell (contract 11).
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
    videos: reportsVideos(upstream),
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
