import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { microOf } from '../../support/chat/chat-outcome.ts'
import { customerAt, makeCustomer } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { accountCall, sendTokenCall, tokenCall } from '../../support/turns/token-calls.ts'
import type { TokenCall, TokenOutcome } from '../../support/turns/token-calls.ts'

const BONUS = '1000000'
const EMBEDDED_ROUNDS = 8
const WAVES = 3
const VICTIMS_A_WAVE = 4
const VIDEO_MICRO = 20_000_000n
const SEED = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

const times = <A>(count: number, make: (index: number) => A): readonly A[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** A customer whose conversations have something to say. */
interface Talker extends Pick<Customer, 'email' | 'accessToken' | 'apiKey'> {
  /** On a model that takes 50 ms for a word. */
  readonly slow: readonly string[]
  readonly quick: string
}

const makeTalker = async (url: string): Promise<Talker> => {
  const customer = await makeCustomer(url, '0')
  const open = async (model: string): Promise<string> =>
    (await accountCall<{ id: string }>(url, customer, '/v1/me/conversations', { catalog_slug: model })).id
  const slow = await Promise.all([1, 2, 3].map(() => open('sandbox/echo-slow')))
  return { ...customer, slow, quick: await open('sandbox/echo') }
}

const words = (count: number): string => times(count, (index) => `w${index}`).join(' ')

/** 16 turns that are slow, and 14 callers who ask for something else as soon as they are answered. */
const startThirty = async (url: string, talker: Talker): Promise<readonly TokenOutcome[]> => {
  const send = (path: string, body: TokenCall['body']): Promise<TokenOutcome> =>
    sendTokenCall(url, talker, tokenCall(path, body))
  const again = async (path: string, body: TokenCall['body']): Promise<readonly TokenOutcome[]> => {
    const outcomes: TokenOutcome[] = []
    while (outcomes.at(-1)?.status !== 0) {
      const outcome = await send(path, body)
      outcomes.push(outcome)
      if (outcome.status === 202) await pollVideo(url, talker, videoIdOf(outcome)).catch(() => null)
    }
    return outcomes
  }
  const { slow, quick } = talker
  const inSlow = (index: number): string => slow[index % slow.length] ?? ''
  const imageOrder = { task: 'sandbox-image', prompt: 'a red boat', conversation_id: quick }
  const calls = [
    ...times(12, (index) =>
      send(`/v1/me/conversations/${inSlow(index)}/messages`, { content: words(2 + index), images: [] }),
    ),
    ...times(4, (index) => send('/v1/me/chat', { conversation_id: inSlow(index), content: words(4 + index * 2) })),
    ...times(3, () => again('/v1/me/chat', { messages: [{ role: 'user', content: 'hello there' }] })),
    ...times(3, () => again(`/v1/me/conversations/${quick}/messages`, { content: 'hello again' })),
    ...times(3, () => again('/v1/me/generations', imageOrder)),
    ...times(3, () => again('/v1/me/video-generations', { ...imageOrder, task: 'sandbox-video' })),
    ...times(2, () => again('/v1/me/generations', { ...imageOrder, task: 'sandbox-fail' })),
  ]
  return (await Promise.all(calls)).flat()
}

interface PolledVideo {
  readonly id: string
  readonly status: string
}

const videoIdOf = ({ body }: TokenOutcome): string => (JSON.parse(body) as PolledVideo).id

const pollVideo = (url: string, talker: Talker, id: string): Promise<PolledVideo> =>
  accountCall<PolledVideo>(url, talker, `/v1/me/video-generations/${id}`)

/** Kills a process in the middle of thirty calls, some time after the first tokens are held. */
const killAmidCalls = async (gateway: GatewayProcess, talker: Talker, afterMs: number) => {
  const calls = startThirty(gateway.url, talker)
  const { balance } = customerAt(gateway.url, talker)
  await eventually(async () => microOf((await balance('TOKEN')).held) > 0n)
  await wait(afterMs)
  await gateway.end('SIGKILL')
  return calls
}

interface Answered {
  /** Of a chat, which may stand in no conversation. */
  readonly message?: { readonly id: string; readonly conversation_id: string | null }
  readonly assistant_message?: { readonly id: string }
  readonly message_id?: string
  readonly charged?: string
}

const idIn = ({ message, assistant_message: answer, message_id: id }: Answered): string =>
  message?.id ?? answer?.id ?? id ?? ''

/** All that answers have shown a customer, and so all that must have been charged. */
const bookOf = () => {
  const turns = new Map<string, bigint>()
  const videos = new Set<string>()
  /** Answers that stand in a conversation. */
  const kept = new Set<string>()
  return {
    turns,
    videos,
    kept,
    enter: ({ status, body }: TokenOutcome): void => {
      if (status === 502) return
      const answer = JSON.parse(body) as Answered
      if (status === 202) videos.add(idIn(answer))
      else turns.set(idIn(answer), microOf(answer.charged ?? ''))
      if (answer.message?.conversation_id !== null) kept.add(idIn(answer))
    },
  }
}

type Book = ReturnType<typeof bookOf>

/** Sends every call again under its key: the same answer comes again, and no call is still running. */
const repeat = async (url: string, talker: Talker, outcomes: readonly TokenOutcome[], book: Book): Promise<void> => {
  await Promise.all(
    outcomes.map(async (first) => {
      const second = await sendTokenCall(url, talker, first.call)
      const bothAnswers = `${first.call.path}: ${first.status} ${first.body}, then ${second.status} ${second.body}`
      expect(second.status, bothAnswers).to.be.oneOf(first.status === 0 ? [200, 201, 202, 502] : [first.status])
      if (first.status !== 0) expect(second, bothAnswers).to.deep.equal({ ...first, isReplayed: true })
      book.enter(second)
    }),
  )
}

/**
 * The charges equal the answers, to the token. The holds equal the prices of running videos, including videos that no
 * answer named, because their process died while it submitted them to the provider.
 */
const expectSoundBooks = async (
  url: string,
  talker: Talker,
  { turns, videos }: Book,
  unanswered = 0,
): Promise<void> => {
  const { balance, transactions } = customerAt(url, talker)
  const charges = (await transactions('TOKEN')).filter(({ type }) => type === 'charge')
  const charged = new Map(charges.map(({ reference, amount }) => [reference.id, -microOf(amount)]))
  expect(charged.size, 'one charge a message').to.equal(charges.length)
  for (const [id, price] of turns) expect(charged.get(id), `${id} was answered`).to.equal(price)
  for (const [id, price] of charged)
    expect(videos.has(id) ? VIDEO_MICRO : turns.get(id), `${id} is charged`).to.equal(price)
  const spent = [...charged.values()].reduce((sum, price) => sum + price, 0n)
  const underWay = [...videos].filter((id) => !charged.has(id))
  const { balance: left, held } = await balance('TOKEN')
  expect(microOf(left)).to.equal(microOf(BONUS) - spent)
  expect(microOf(held)).to.equal(BigInt(underWay.length + unanswered) * VIDEO_MICRO)
}

/** Every video comes to its end and is charged then. */
const endVideos = async (url: string, talker: Talker, { videos }: Book): Promise<void> => {
  const isEnded = async (id: string): Promise<boolean> => (await pollVideo(url, talker, id)).status === 'completed'
  await Promise.all([...videos].map((id) => eventually(() => isEnded(id))))
}

interface MessagePage {
  readonly data: readonly { readonly id: string; readonly role: string; readonly status: string }[]
  readonly next_before: string | null
}

const messagesOf = async (
  url: string,
  talker: Talker,
  conversation: string,
  before = '',
): Promise<MessagePage['data']> => {
  const path = `/v1/me/conversations/${conversation}/messages?limit=200${before}`
  const { data, next_before: next } = await accountCall<MessagePage>(url, talker, path)
  return next === null ? data : [...(await messagesOf(url, talker, conversation, `&before=${next}`)), ...data]
}

/** Every answer that was given stands in its conversation, behind its question and finished, and no other does. */
const expectMessages = async (url: string, talker: Talker, { kept }: Book): Promise<void> => {
  const pages = await Promise.all([...talker.slow, talker.quick].map((id) => messagesOf(url, talker, id)))
  const answers = pages.flat().filter(({ role }) => role === 'assistant')
  expect(answers.filter(({ status }) => status !== 'done')).to.deep.equal([])
  expect(answers.map(({ id }) => id)).to.have.members([...kept])
  for (const page of pages) {
    expect(page.map(({ role }) => role)).to.deep.equal(page.map((_, place) => (place % 2 === 0 ? 'user' : 'assistant')))
  }
}

/** Whose calls a process was serving when it was killed, and what came of them. */
interface Victim {
  readonly talker: Talker
  readonly outcomes: readonly TokenOutcome[]
}

describe('kill -9 in the middle of 30 running turns, generations and videos', function () {
  this.timeout(600_000)
  let world: GatewayWorld
  let survivor: GatewayProcess
  const victims: Victim[] = []
  const random = seededRandom(SEED)

  const killOne = async (): Promise<Victim> => {
    const [gateway, talker] = [await world.start(), await makeTalker(survivor.url)]
    return { talker, outcomes: await killAmidCalls(gateway, talker, random() * 600) }
  }

  // On PostgreSQL the leases of the dead must run out. That time passes while the embedded database is killed.
  before(async () => {
    process.stdout.write(`      CRASH_SEED=${SEED}\n`)
    world = await WORLDS.PostgreSQL({ SIGNUP_BONUS_TOKEN: BONUS })
    survivor = await world.start()
    for (let wave = 0; wave < WAVES; wave += 1) victims.push(...(await Promise.all(times(VICTIMS_A_WAVE, killOne))))
  })
  after(() => world.remove())

  it(`loses no token and no answer on the embedded database, in ${EMBEDDED_ROUNDS} rounds at random moments`, async () => {
    const embedded = await WORLDS['the embedded database']({ SIGNUP_BONUS_TOKEN: BONUS })
    try {
      let gateway = await embedded.start()
      const talker = await makeTalker(gateway.url)
      const book = bookOf()
      let cut = 0
      for (let round = 0; round < EMBEDDED_ROUNDS; round += 1) {
        const seen = await killAmidCalls(gateway, talker, random() * 600)
        cut += seen.filter(({ status }) => status === 0).length
        gateway = await embedded.start()
        await repeat(gateway.url, talker, seen, book)
        await expectSoundBooks(gateway.url, talker, book)
        await endVideos(gateway.url, talker, book)
      }
      expect(cut, 'calls that were cut').to.be.above(EMBEDDED_ROUNDS)
      await expectSoundBooks(gateway.url, talker, book)
      await expectMessages(gateway.url, talker, book)
      expect(await embedded.audit()).to.include({ exit: 0, stderr: '' })
    } finally {
      await embedded.remove()
    }
  })

  it(`loses none on PostgreSQL either, where ${WAVES * VICTIMS_A_WAVE} processes are killed and one lives`, async () => {
    const { db } = world.database!
    const running = db.selectFrom('idempotency_records').select('key').where('state', '=', 'running')
    await eventually(async () => (await running.execute()).length === 0, 250)
    // A hold of a dead process ends when it is found dead; that of a video lives as long as its job.
    const held = db.selectFrom('holds').select('id').where('state', '=', 'held')
    const ofTurns = held.where('id', 'not in', db.selectFrom('video_jobs').select('video_jobs.id'))
    await eventually(async () => (await ofTurns.execute()).length === 0, 250)
    const jobs = db.selectFrom('video_jobs').innerJoin('users', 'users.id', 'video_jobs.user_id')
    const unanswered = await jobs.select('users.email').where('state', '=', 'submitting').execute()
    await Promise.all(
      victims.map(async ({ talker, outcomes }) => {
        const book = bookOf()
        await repeat(survivor.url, talker, outcomes, book)
        await endVideos(survivor.url, talker, book)
        const mine = unanswered.filter(({ email }) => email === talker.email)
        await expectSoundBooks(survivor.url, talker, book, mine.length)
        await expectMessages(survivor.url, talker, book)
      }),
    )
    expect(await running.execute()).to.deep.equal([])
    expect(victims.flatMap(({ outcomes }) => outcomes).filter(({ status }) => status === 0)).to.have.length.above(100)
    expect(await world.audit()).to.include({ exit: 0, stderr: '' })
  })
})
