import { randomUUID } from 'node:crypto'

/** One kind of request. `prepare` does what has to be there before it and returns the request itself. */
export interface MeasuredPath {
  readonly name: string
  prepare(): Promise<() => Promise<void>>
}

const MODEL = 'measure/fixed'
const EARLIER_TURNS = 3

type Headers = Readonly<Record<string, string>>

/** Sends a request and reads its response to the last byte. */
const post = async (url: string, body: object, headers: Headers = {}): Promise<string> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  return text
}

const fieldOf = (text: string, name: string): string => {
  const value = (JSON.parse(text) as Readonly<Record<string, unknown>>)[name]
  if (typeof value !== 'string') throw new Error(`no ${name} in ${text}`)
  return value
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

/** The paths of a new account at the service. */
export const openMeasuredPaths = async (url: string): Promise<readonly MeasuredPath[]> => {
  const credentials = { email: 'measure@example.com', password: randomUUID() }
  await post(`${url}/v1/auth/register`, credentials)
  const session = bearer(fieldOf(await post(`${url}/v1/auth/login`, credentials), 'access_token'))
  const key = bearer(fieldOf(await post(`${url}/v1/me/api-keys`, { name: 'measure' }, session), 'key'))

  const chat = async (more: object): Promise<void> => {
    const messages = [{ role: 'user', content: 'Say one two three four' }]
    await post(`${url}/v1/chat/completions`, { model: MODEL, messages, ...more }, key)
  }
  const turn = async (conversation: string): Promise<void> => {
    const headers = { ...session, 'idempotency-key': randomUUID() }
    await post(`${url}/v1/me/conversations/${conversation}/messages`, { content: 'Say one two three four' }, headers)
  }
  const openConversation = async (): Promise<string> => {
    const opened = { catalog_slug: MODEL, title: 'measure' }
    const id = fieldOf(await post(`${url}/v1/me/conversations`, opened, session), 'id')
    for (let earlier = 0; earlier < EARLIER_TURNS; earlier += 1) await turn(id)
    return id
  }

  return [
    { name: 'chat completion, whole', prepare: () => Promise.resolve(() => chat({})) },
    { name: 'chat completion, stream of 4 chunks', prepare: () => Promise.resolve(() => chat({ stream: true })) },
    {
      name: 'conversation message (token-charged, 3 earlier turns)',
      prepare: async () => {
        const id = await openConversation()
        return () => turn(id)
      },
    },
    { name: 'no request (timers of the service alone)', prepare: () => Promise.resolve(() => Promise.resolve()) },
  ]
}
