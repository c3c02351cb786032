/** A page of a front end: what it sends and what comes back, nothing of the service's own code. */
export interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

export interface FrontEnd {
  call(method: string, path: string, body?: unknown, accessToken?: string): Promise<Reply>
  /** Logs in, or refreshes, and fails on any answer but a pair of tokens. */
  tokens(path: string, body: unknown): Promise<Tokens>
}

/** Looks at every answer a page gets, and throws at one it should not have got. */
export type AnswerCheck = (method: string, path: string, status: number, body: unknown) => void

export const frontEnd = (url: string, language = 'en', check: AnswerCheck = () => undefined): FrontEnd => {
  const call = async (method: string, path: string, body?: unknown, accessToken?: string): Promise<Reply> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    check(method, path, response.status, text === '' ? undefined : JSON.parse(text))
    const parsed = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    return { status: response.status, body: parsed, headers: response.headers }
  }
  return {
    call,
    tokens: async (path, body) => {
      const reply = await call('POST', path, body)
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
      return { access: String(reply.body['access_token']), refresh: String(reply.body['refresh_token']) }
    },
  }
}
