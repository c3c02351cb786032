import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeCustomer } from '../../support/accounts/customer.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { wavOfSeconds } from '../../support/media/recordings.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

/** Operations that take a form alone, with a recording. */
const FORMS_ALONE = ['createTranscription', 'createTranslation']

interface DocumentedOperation {
  readonly operationId: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: Readonly<Record<string, unknown>> }>>
  }
}

interface Documented extends DocumentedOperation {
  readonly method: string
  readonly path: string
  readonly example: Readonly<Record<string, unknown>>
}

/**
 * Operations whose example cannot work: they need a token from a mail, of a social provider, of a session, of a
 * payment, or a mail message that waits.
 */
const NEED_A_SECRET = [
  'refreshSession',
  'signInWithGoogle',
  'signInWithYandex',
  'linkGoogle',
  'linkYandex',
  'verifyEmail',
  'resetPassword',
  'receivePaymentNotification',
  'retryMail',
  'giveUpMail',
]

/** Operations that answer the browser's pages of the console alone. */
const NEED_A_BROWSER = ['openConsoleSession', 'openConsoleSessionWithGoogle', 'openConsoleSessionWithYandex']

const documented = async (url: string): Promise<readonly Documented[]> => {
  const response = await fetch(`${url}/v1/openapi.json`)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, DocumentedOperation>> }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const content = operation.requestBody?.content ?? {}
      const example = (content['application/json'] ?? content['multipart/form-data'])?.example
      return example === undefined ? [] : [{ ...operation, method: method.toUpperCase(), path, example }]
    }),
  )
}

describe('the examples of the document', () => {
  let world: GatewayWorld
  let gateway: GatewayProcess
  let customer: Customer
  let accessToken = ''
  let operator: Operator
  let operations: readonly Documented[]
  const ids: Record<string, string> = {}

  before(async () => {
    world = await WORLDS['the embedded database']()
    gateway = await world.start()
    operations = await documented(gateway.url)
    customer = await makeCustomer(gateway.url, '1000')
    // The account of the examples is the one that the example of registration makes.
    await send(named('register'))
    accessToken = String((await send(named('logIn'))).answer['access_token'])
    ids['key_id'] = String((await send(named('createApiKey'))).answer['id'])
    ids['webhook_id'] = String((await send(named('createWebhook'))).answer['id'])
    operator = await makeOperator(world, gateway.url)
    ids['account_id'] = await operator.idOf((await makeCustomer(gateway.url, '0')).email)
    const bought = (await (await operator.ask('/topups')).json()) as {
      readonly data: readonly { readonly id: string }[]
    }
    ids['topup_id'] = bought.data[0]?.id ?? ''
    ids['conversation_id'] = String((await send(named('createConversation'))).answer['id'])
  })
  after(() => world.remove())

  const named = (id: string): Documented => {
    const found = operations.find(({ operationId }) => operationId === id)
    if (found === undefined) throw new Error(`the document has no example for ${id}`)
    return found
  }

  const bearerOf = ({ path, security }: Documented): string => {
    if (path.startsWith('/v1/operator')) return operator.accessToken
    const scheme = security.flatMap((each) => Object.keys(each))[0]
    return scheme === 'apiKey' ? customer.apiKey : accessToken
  }

  const send = async (
    { method, path, ...operation }: Documented,
    form?: FormData,
  ): Promise<{ readonly status: number; readonly answer: Readonly<Record<string, unknown>> }> => {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name)
    const needed = operation.parameters?.filter((each) => each.in === 'header' && each.required) ?? []
    const response = await fetch(`${gateway.url}${address}`, {
      method,
      headers: {
        authorization: `Bearer ${bearerOf({ method, path, ...operation })}`,
        ...(form === undefined ? { 'content-type': 'application/json' } : {}),
        ...Object.fromEntries(needed.map(({ name }) => [name, randomUUID()])),
      },
      body: form ?? JSON.stringify(operation.example),
    })
    const text = await response.text()
    expect(response.status, `${method} ${path} ${text.slice(0, 300)}`).to.be.within(200, 299)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, answer: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} }
  }

  it('are each answered with a success by the service itself', async () => {
    const done = ['register', 'logIn', 'createApiKey', 'createWebhook', 'createConversation']
    const apart = [...NEED_A_SECRET, ...NEED_A_BROWSER, ...done, ...FORMS_ALONE, 'changePassword']
    const sent = operations.filter(({ operationId }) => !apart.includes(operationId))
    for (const operation of sent) await send(operation)
    await send(named('changePassword'))
    expect(sent.length).to.be.above(12)
    expect(operations.map(({ operationId }) => operationId)).to.include.members([...NEED_A_SECRET, ...NEED_A_BROWSER])
  })

  it('of recordings as forms', async () => {
    for (const id of FORMS_ALONE) {
      const { file, ...fields } = named(id).example
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
      form.append('file', new Blob([wavOfSeconds(1)]), String(file))
      await send(named(id), form)
    }
  })

  it('also as forms, with files under either name', async () => {
    const { image, ...fields } = named('editImages').example
    const [{ data }] = image as readonly [{ readonly data: string }]
    for (const name of ['image', 'image[]']) {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
      form.append(name, new Blob([Buffer.from(data, 'base64')], { type: 'image/png' }), 'boat.png')
      await send(named('editImages'), form)
    }
    const video = new FormData()
    for (const [field, value] of Object.entries(named('createVideo').example)) video.append(field, String(value))
    await send(named('createVideo'), video)
  })
})
