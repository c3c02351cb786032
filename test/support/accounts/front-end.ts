import { openApiCheck, operationAt } from '../documents/openapi-check.ts'
import type { CheckedDocument } from '../documents/openapi-check.ts'

/** A page of a front end: what it sends and what comes back, nothing of the service's own code. */
export interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** The body as it came. */
  readonly text: string
  readonly headers: Headers
}

export interface FileReply {
  readonly status: number
  readonly bytes: Uint8Array
  readonly headers: Headers
}

interface More {
  readonly headers?: MoreHeaders
  readonly signal?: AbortSignal
}

type MoreHeaders = Readonly<Record<string, string>>

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

export interface FrontEnd {
  call(method: string, path: string, body?: unknown, accessToken?: string, more?: More): Promise<Reply>
  /** Reads a file, whatever its kind. */
  file(path: string, accessToken?: string, headers?: MoreHeaders): Promise<FileReply>
  /** Logs in, or refreshes, and fails on any answer but a pair of tokens. */
  tokens(path: string, body: unknown): Promise<Tokens>
}

/** Looks at every answer a page gets, and throws at one it should not have got. */
export type AnswerCheck = (method: string, path: string, status: number, body: unknown) => void

const bearerOf = (accessToken: string | undefined): MoreHeaders =>
  accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }

const isJson = (headers: Headers): boolean => headers.get('content-type')?.startsWith('application/json') === true

export const frontEnd = (url: string, language = 'en', check: AnswerCheck = () => undefined): FrontEnd => {
  const call: FrontEnd['call'] = async (method, path, body, accessToken, { headers = {}, ...init } = {}) => {
    const response = await fetch(url + path, {
      ...init,
      method,
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        ...bearerOf(accessToken),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    check(method, path, response.status, text === '' ? undefined : JSON.parse(text))
    const parsed = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    return { status: response.status, body: parsed, text, headers: response.headers }
  }
  return {
    call,
    file: async (path, accessToken, headers) => {
      const response = await fetch(url + path, { headers: { ...bearerOf(accessToken), ...headers } })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const body: unknown = isJson(response.headers) ? JSON.parse(Buffer.from(bytes).toString()) : undefined
      check('GET', path, response.status, body)
      return { status: response.status, bytes, headers: response.headers }
    },
    tokens: async (path, body) => {
      const reply = await call('POST', path, body)
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
      return { access: String(reply.body['access_token']), refresh: String(reply.body['refresh_token']) }
    },
  }
}

/** A page that throws at any answer which the service's own document does not have. */
export const checkedFrontEnd = async (url: string, language?: string): Promise<FrontEnd> => {
  const document = (await (await fetch(`${url}/v1/openapi.json`)).json()) as CheckedDocument
  const expectDocumented = openApiCheck(document)
  return frontEnd(url, language, (method, path, status, body) => {
    expectDocumented(operationAt(document, method, path) ?? `${method} ${path}`, status, body)
  })
}
