import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { customerAt } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { microOf } from '../../support/chat/chat-outcome.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { wavOfSeconds } from '../../support/media/recordings.ts'
import { makeDataDir } from '../../support/processes/gateway-process.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { SURFACES } from '../../support/surfaces/surface-calls.ts'
import { answersOnAnyWire } from '../../support/surfaces/upstream-answer.ts'
import { startScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import { answersJson, DONE, frame, streams } from '../../support/upstreams/upstream-scripts.ts'

const ROUBLES = '100000'
const ROUNDS = 4
const CALLERS = 3
const SEED = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** Between two pieces of a streamed answer, and before one that comes whole. */
const PAUSE_MS = 40
const WORDS = 'one two three four five six seven eight'

const tokens = { unit: 'tokens', input_per_million: '1000', output_per_million: '2000' }

const modelOf = (name: string, provider: string, more: object): object => ({
  id: `crash/${name}`,
  kind: name,
  deployments: [{ provider, model: name }],
  ...more,
})

const CHAT = {
  kind: 'chat',
  capabilities: [],
  limits: { default_output_tokens: 1000, max_output_tokens: 1000 },
  tariff: tokens,
}

const CATALOG = {
  providers: ['openai', 'anthropic'].map((id) => ({ id, adapter: id })),
  models: [
    modelOf('gpt', 'openai', CHAT),
    modelOf('claude', 'anthropic', CHAT),
    modelOf('embedding', 'openai', { limits: {}, tariff: { unit: 'tokens', input_per_million: '1000' } }),
    modelOf('transcription', 'openai', { limits: {}, streams: true, tariff: { unit: 'audio_second', price: '1' } }),
  ],
}

const embeds = answersJson({
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [1, 0] }],
  model: 'm',
  usage: { prompt_tokens: 7, total_tokens: 7 },
})

const transcribes = answersJson({ text: WORDS, usage: { type: 'duration', seconds: 2 } })

const dictates = streams(
  [
    ...WORDS.split(/(?= )/).map((delta) => frame({ type: 'transcript.text.delta', delta })),
    frame({ type: 'transcript.text.done', text: WORDS }),
    DONE,
  ],
  PAUSE_MS,
)

/** Answers every kind of request, each with a pause in which its process may die. */
const answersSlowly: Script = async (response, request) => {
  const isStream = String(request.body['stream']) === 'true'
  if (!isStream) await wait(PAUSE_MS * 5)
  if (request.path.endsWith('/embeddings')) return embeds(response, request)
  if (request.path.endsWith('/transcriptions')) return (isStream ? dictates : transcribes)(response, request)
  return answersOnAnyWire({ text: WORDS, end: 'stop' }, PAUSE_MS)(response, request)
}

/** One way to ask for paid work. */
interface PaidCall {
  readonly path: string
  readonly body: () => string | FormData
  /** What ends a streamed answer; null where it comes whole. */
  readonly end: string | null
  /** In micro-roubles, by what the provider counts. */
  readonly price: bigint
}

const chatCall = (surface: 'responses' | 'messages', model: string, end: string | null): PaidCall => {
  const { path, bodyOf } = SURFACES[surface]
  return {
    path,
    body: () => JSON.stringify(bodyOf({ model, text: 'hello', stream: end !== null })),
    end,
    price: 100n * 1_000n + 20n * 2_000n,
  }
}

const transcription = (end: string | null): PaidCall => ({
  path: '/v1/audio/transcriptions',
  body: () => {
    const form = new FormData()
    form.set('model', 'crash/transcription')
    form.set('file', new Blob([wavOfSeconds(1.5)]), 'recording.wav')
    if (end !== null) form.set('stream', 'true')
    return form
  },
  end,
  price: 2_000_000n,
})

const CALLS: Readonly<Record<string, PaidCall>> = {
  responses: chatCall('responses', 'crash/gpt', null),
  'streamed responses': chatCall('responses', 'crash/gpt', 'event: response.completed'),
  'translated responses': chatCall('responses', 'crash/claude', 'event: response.completed'),
  messages: chatCall('messages', 'crash/claude', null),
  'streamed messages': chatCall('messages', 'crash/claude', 'event: message_stop'),
  'translated messages': chatCall('messages', 'crash/gpt', 'event: message_stop'),
  embeddings: {
    path: '/v1/embeddings',
    body: () => JSON.stringify({ model: 'crash/embedding', input: 'hello' }),
    end: null,
    price: 7_000n,
  },
  transcriptions: transcription(null),
  'streamed transcriptions': transcription('transcript.text.done'),
}

interface Outcome {
  readonly name: string
  /** 0 where the connection broke before any head came. */
  readonly status: number
  readonly operationId: string
  readonly isWhole: boolean
}

const textOf = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes as Uint8Array, { stream: true })
  } catch {
    // A broken connection: what came before is what the client has.
  }
  return text
}

const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

const ask = async (url: string, { apiKey }: Customer, name: string, call: PaidCall): Promise<Outcome> => {
  const body = call.body()
  const headers = {
    authorization: `Bearer ${apiKey}`,
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
  }
  const response = await fetch(url + call.path, { method: 'POST', headers, body }).catch(() => null)
  if (response === null) return { name, status: 0, operationId: '', isWhole: false }
  const text = await textOf(response)
  return {
    name,
    status: response.status,
    operationId: response.headers.get('x-gateway-operation-id') ?? '',
    isWhole: call.end === null ? isJson(text) : text.includes(call.end),
  }
}

/** Callers of every kind, who ask again as soon as they are answered, until the process answers no more. */
const startCallers = async (url: string, customer: Customer, outcomes: Outcome[]): Promise<void> => {
  const again = async (name: string, call: PaidCall): Promise<void> => {
    for (let status = -1; status !== 0;) {
      const outcome = await ask(url, customer, name, call)
      outcomes.push(outcome)
      status = outcome.status
    }
  }
  const callers = Object.entries(CALLS).flatMap(([name, call]) =>
    Array.from({ length: CALLERS }, () => again(name, call)),
  )
  await Promise.all(callers)
}

/**
 * Kills a process some time after it has charged for every kind of call. An answer alone is not enough: what was
 * answered just before the kill may stay unpaid.
 */
const killAmidCalls = async (
  gateway: GatewayProcess,
  customer: Customer,
  afterMs: number,
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = []
  const calls = startCallers(gateway.url, customer, outcomes)
  await eventually(async () => {
    const charged = new Set((await customer.transactions()).map(({ reference }) => reference.id))
    const kinds = new Set(outcomes.filter(({ operationId }) => charged.has(operationId)).map(({ name }) => name))
    return Object.keys(CALLS).every((name) => kinds.has(name))
  }, 50)
  await wait(afterMs)
  await gateway.end('SIGKILL')
  await calls
  return outcomes
}

/** No charge without a whole answer, each at its price; answers without a charge there may be. */
const expectNoChargeWithoutAnswer = async (customer: Customer, outcomes: readonly Outcome[]): Promise<void> => {
  const { balance, held } = await customer.balance()
  expect(held).to.equal('0.00')
  const answered = new Map(outcomes.filter(({ isWhole }) => isWhole).map((each) => [each.operationId, each.name]))
  const charges = (await customer.transactions()).filter(({ type }) => type === 'charge')
  expect(new Set(charges.map(({ reference }) => reference.id)).size, 'one charge a call').to.equal(charges.length)
  let spent = 0n
  for (const { reference, amount } of charges) {
    const name = answered.get(reference.id) ?? 'nothing'
    expect(-microOf(amount), `the charge for ${name} (${reference.id})`).to.equal(CALLS[name]?.price)
    spent += -microOf(amount)
  }
  expect(microOf(balance)).to.equal(microOf(ROUBLES) - spent)
  const charged = new Set(charges.map(({ reference }) => answered.get(reference.id)))
  expect([...charged], 'every kind of call').to.have.members(Object.keys(CALLS))
}

describe('kill -9 in the middle of calls on the surfaces beside chat', function () {
  // Many starts of a service, one after another, and on PostgreSQL a process that must be silent for long enough.
  this.timeout(600_000)
  let upstream: ScriptedUpstream
  let files: Awaited<ReturnType<typeof makeDataDir>>
  let environment: Readonly<Record<string, string>>

  before(async () => {
    upstream = await startScriptedUpstream()
    for (const model of ['gpt', 'claude', 'embedding', 'transcription', '']) upstream.onModel(model, answersSlowly)
    files = await makeDataDir()
    const catalogFile = join(files.path, 'catalog.yaml')
    await writeFile(catalogFile, JSON.stringify(CATALOG))
    environment = {
      CATALOG_FILE: catalogFile,
      OPENAI_API_KEY: 'sk-openai',
      OPENAI_BASE_URL: upstream.baseUrl,
      ANTHROPIC_API_KEY: 'sk-ant',
      ANTHROPIC_BASE_URL: upstream.baseUrl,
      // What is paid for cannot be bought for nothing.
      SANDBOX_PAYMENTS: 'off',
    }
  })
  after(async () => {
    await upstream.close()
    await files.remove()
  })

  const within = async (world: GatewayWorld, run: (world: GatewayWorld) => Promise<void>): Promise<void> => {
    try {
      await run(world)
      expect(await world.audit()).to.include({ exit: 0, stderr: '' })
    } finally {
      await world.remove()
    }
  }

  it(`holds nothing and has charged no unanswered call after a new start on the embedded database, in ${ROUNDS} rounds`, async () => {
    process.stdout.write(`      CRASH_SEED=${SEED}\n`)
    const random = seededRandom(SEED)
    await within(await WORLDS['the embedded database'](), async (world) => {
      let gateway = await world.start(environment)
      const customer = await world.customer(gateway.url, ROUBLES)
      const seen: Outcome[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const at = customerAt(gateway.url, customer)
        seen.push(...(await killAmidCalls(gateway, at, random() * 600)))
        gateway = await world.start(environment)
        expect(gateway.output()).to.match(/"(?:released|reservations)":[1-9]/)
        await expectNoChargeWithoutAnswer(customerAt(gateway.url, customer), seen)
      }
      expect(
        seen.some(({ status, isWhole }) => status === 200 && !isWhole),
        'an answer was cut',
      ).to.equal(true)
    })
  })

  it('holds nothing and has charged no unanswered call once the dead process was silent for long enough on PostgreSQL', async () => {
    await within(await WORLDS.PostgreSQL(), async (world) => {
      const [victim, survivor] = await Promise.all([world.start(environment), world.start(environment)])
      const customer = await world.customer(survivor.url, ROUBLES)
      const seen = await killAmidCalls(victim, customer, 300)
      expect(microOf((await customer.balance()).held) > 0n, 'something is held').to.equal(true)
      await eventually(async () => (await customer.balance()).held === '0.00', 250)
      await expectNoChargeWithoutAnswer(customer, seen)
    })
  })
})
