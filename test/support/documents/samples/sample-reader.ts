import { randomUUID } from 'node:crypto'

type Answer = Readonly<Record<string, unknown>>

/** What a reader of the documentation has: an account, a key, and something of each kind that samples name. */
export interface SampleReader {
  /** The variables of the shell. Samples that end their session have one of their own. */
  readonly environmentFor: (operation: string) => Readonly<Record<string, string>>
  /** What the reader writes for a word in capitals in the samples of an operation. */
  readonly valueOf: (operation: string, word: string) => string | undefined
  /** The addresses of the examples, and those of this reader. */
  readonly emailFor: (operation: string) => string
}

const PASSWORD = 'correct horse battery'

const text = (answer: Answer, field: string): string => String(answer[field])

const firstOf = (value: unknown): Answer => (Array.isArray(value) ? ((value as Answer[])[0] ?? {}) : {})

/** Calls until an answer has this status. */
const untilStatus = async (read: () => Promise<Answer>, status: string): Promise<void> => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if ((await read())['status'] === status) return
  }
  throw new Error(`the job was never ${status}`)
}

/** What the samples of operators are run with: the session of one, and the account that the samples change. */
interface OperatorOfSamples {
  readonly accessToken: string
  readonly accountId: string
  /** Whether an operation is one of operators. */
  isFor(operation: string): boolean
}

/** Opens an account whose address has this name, and makes what samples need. */
export const makeSampleReader = async (
  url: string,
  name: string,
  operator: OperatorOfSamples,
): Promise<SampleReader> => {
  const email = `ann-${name}@example.com`
  let bearer = ''

  const send = async (method: string, path: string, body?: unknown): Promise<{ answer: Answer; headers: Headers }> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const written = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${written}`)
    const parsed = written === '' ? {} : (JSON.parse(written) as Answer | readonly Answer[])
    return { answer: Array.isArray(parsed) ? { data: parsed } : (parsed as Answer), headers: response.headers }
  }
  const post = async (path: string, body?: unknown): Promise<Answer> => (await send('POST', path, body)).answer
  const get = async (path: string): Promise<Answer> => (await send('GET', path)).answer
  const signIn = async (): Promise<string> =>
    text(await post('/v1/auth/login', { email, password: PASSWORD }), 'access_token')

  await post('/v1/auth/register', { email, password: PASSWORD })
  bearer = await signIn()
  const spareSession = text(firstOf((await get('/v1/me/sessions'))['data']), 'id')
  bearer = ''
  const spareTokens: Readonly<Record<string, string>> = { logOut: await signIn(), endConsoleSession: await signIn() }
  const accessToken = await signIn()
  bearer = accessToken

  const topUp = await post('/v1/billing/topup', { currency: 'RUB', amount: '1000' })
  const apiKey = text(await post('/v1/me/api-keys', { name: 'Samples' }), 'key')
  const changedKey = text(await post('/v1/me/api-keys', { name: 'Changed' }), 'id')
  const webhook = text(await post('/v1/me/webhooks', { url: 'https://hooks.example.com/gateway' }), 'id')
  const delivery = text(await post(`/v1/me/webhooks/${webhook}/test`), 'id')
  const conversation = text(await post('/v1/me/conversations', { catalog_slug: 'sandbox/echo' }), 'id')
  const image = await post('/v1/me/generations', { task: 'sandbox-image', prompt: 'A red boat' })
  const file = new URL(text(firstOf(image['media']), 'url'), url)
  const video = await post('/v1/me/video-generations', {
    task: 'sandbox-video',
    prompt: 'A red boat',
    size: '1280x720',
  })

  const bought = text(topUp, 'id')
  bearer = operator.accessToken
  const refund = await post(`/v1/operator/topups/${bought}/refund`, { amount: '1', reason: 'Samples' })

  bearer = apiKey
  const chat = await send('POST', '/v1/chat/completions', {
    model: 'sandbox/echo',
    messages: [{ role: 'user', content: 'Hello' }],
  })
  const operation = chat.headers.get('x-gateway-operation-id') ?? ''
  const response = text(await post('/v1/responses', { model: 'sandbox/echo', input: 'Hello' }), 'id')
  const order = { model: 'sandbox/video', prompt: 'A red boat', seconds: '4' }
  const job = text(await post('/v1/videos', order), 'id')
  await untilStatus(() => get(`/v1/videos/${job}`), 'completed')
  const generation = text(await post('/v1/video/generations', order), 'job_id')
  await untilStatus(() => get(`/v1/video/generations/${generation}`), 'completed')

  const imageMessage = { CONVERSATION_ID: text(image, 'conversation_id'), MESSAGE_ID: text(image, 'message_id') }
  const ofOperation: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    readRequest: { ID: operation },
    readTopUp: { ID: bought },
    readAnyTopUp: { TOPUP_ID: bought },
    checkTopUp: { TOPUP_ID: bought },
    refundTopUp: { TOPUP_ID: bought },
    continueRefund: { TOPUP_ID: bought, REFUND_ID: text(refund, 'id') },
    readVideoGeneration: { ID: text(video, 'id') },
    readMessageMedia: imageMessage,
    readMedia: {
      MESSAGE_ID: file.pathname.split('/').at(-2) ?? '',
      EXP: file.searchParams.get('exp') ?? '',
      SIG: file.searchParams.get('sig') ?? '',
    },
    pollMessage: { CONVERSATION_ID: text(video, 'conversation_id'), MESSAGE_ID: text(video, 'message_id') },
  }
  const ofAll: Readonly<Record<string, string>> = {
    KEY_ID: changedKey,
    SESSION_ID: spareSession,
    WEBHOOK_ID: webhook,
    DELIVERY_ID: delivery,
    CONVERSATION_ID: conversation,
    OPERATION_ID: operation,
    RESPONSE_ID: response,
    VIDEO_ID: job,
    JOB_ID: generation,
    ACCOUNT_ID: operator.accountId,
  }
  const tokenFor = (id: string): string =>
    operator.isFor(id) ? operator.accessToken : (spareTokens[id] ?? accessToken)
  return {
    environmentFor: (id) => ({ GATEWAY_KEY: apiKey, ACCESS_TOKEN: tokenFor(id) }),
    valueOf: (id, word) => ofOperation[id]?.[word] ?? ofAll[word],
    emailFor: (id) => (id === 'register' ? `new-${email}` : email),
  }
}
