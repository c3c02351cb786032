import { randomUUID } from 'node:crypto'
import { mailedLink } from '../console/mailbox.ts'
import type { GatewayWorld } from '../gateway-worlds.ts'
import { carryOut } from '../processes/gateway-process.ts'

/** A person with the role of an operator, and a session. */
export interface Operator {
  readonly email: string
  readonly password: string
  readonly accessToken: string
  /** Asks the interface of operators; `body` makes it a POST with JSON. */
  ask(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** The id of the account of an address. */
  idOf(email: string): Promise<string>
}

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const expectStatus = async (response: Response, status: number): Promise<string> => {
  const text = await response.text()
  if (response.status !== status) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  return text
}

/** Opens an account at a process of this installation, verifies its address and has the role granted to it. */
export const makeOperator = async (world: Pick<GatewayWorld, 'environment'>, url: string): Promise<Operator> => {
  const [email, password] = [`operator-${randomUUID()}@example.com`, randomUUID()]
  await expectStatus(await post(`${url}/v1/auth/register`, { email, password }), 201)
  const link = await mailedLink(world.environment['DATA_DIR'] ?? '', email, 'verify-email')
  const token = new URL(link, url).searchParams.get('token')
  await expectStatus(await post(`${url}/v1/auth/verify-email`, { token, password }), 200)
  const granted = await carryOut(['users', 'grant', email, 'operator'], world.environment)
  if (granted.exit !== 0) throw new Error(`the role was refused: ${granted.stderr}`)
  const login = await expectStatus(await post(`${url}/v1/auth/login`, { email, password }), 200)
  const { access_token: accessToken } = JSON.parse(login) as { readonly access_token: string }
  const ask: Operator['ask'] = (path, body, given = {}) =>
    fetch(`${url}/v1/operator${path}`, {
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...given,
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
  return {
    email,
    password,
    accessToken,
    ask,
    idOf: async (address) => {
      const found = await ask(`/accounts?search=${encodeURIComponent(address)}`)
      const { data } = JSON.parse(await expectStatus(found, 200)) as { readonly data: readonly { id: string }[] }
      return data[0]?.id ?? ''
    },
  }
}
