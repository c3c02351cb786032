import { expect } from 'chai'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { Endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { REQUEST_EXAMPLES } from '../../../../src/adapters/http/openapi/request-examples.ts'
import { UNDESCRIBED } from '../../../../src/adapters/http/openapi/json-schema.ts'
import { openServedDocument } from '../../../support/documents/served-document.ts'
import type { ServedDocument } from '../../../support/documents/served-document.ts'
import { GOOD_KEY, GOOD_TOKEN, OPERATOR_TOKEN } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'
import { openApiCheck } from '../../../support/documents/openapi-check.ts'
import type { CheckedDocument, Media, Operation } from '../../../support/documents/openapi-check.ts'

/** What an operation of the document has beside what answers are checked by. */
interface RawOperation extends Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
}

type Schema = Readonly<Record<string, unknown>>

/** The row of the contract. */
const CODES_OF_400 = [
  'unsupported_capability',
  'conflicting_token_limits',
  'unsupported_parameter',
  'malformed_json',
  'unsafe_url',
  'url_not_fetchable',
  'invalid_image',
  'invalid_cursor',
  'conflicting_durations',
  'context_length_exceeded',
  'invalid_encrypted_content',
  'rejected_by_upstream',
  'malformed_request',
]

const operationsOf = (document: CheckedDocument): readonly string[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )

/** A pattern of the router in the spelling of the document. */
const servedOf = (endpoints: readonly Endpoint[]): readonly string[] =>
  endpoints.map(({ method, path }) => `${method} ${path.replace(/[:*](\w+)/g, '{$1}')}`)

const BEARER: Readonly<Record<Endpoint['auth'], string>> = {
  none: '',
  api_key: GOOD_KEY,
  session: GOOD_TOKEN,
  session_if_sent: '',
  operator: OPERATOR_TOKEN,
}

describe('the OpenAPI document', () => {
  let service: ServedDocument
  let app: RunningApp
  let text: string
  let document: CheckedDocument

  before(async () => {
    service = await openServedDocument()
    app = service.app
    text = await (await fetch(`${app.url}/v1/openapi.json`)).text()
    document = JSON.parse(text) as CheckedDocument
  })
  after(() => service.close())

  const operationOf = (id: string): RawOperation => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
    const found = operations.find(({ operationId }) => operationId === id)
    if (found === undefined) throw new Error(`the document has no operation ${id}`)
    return found
  }
  const requestOf = (id: string) => operationOf(id).requestBody?.content ?? {}
  const schemaAt = (name: string, field: string): unknown => {
    const properties = document.components.schemas[name]?.['properties'] as Record<string, unknown> | undefined
    return properties?.[field]
  }

  it('has every endpoint that is served, and no other', () => {
    const served = servedOf(service.endpoints)
    expect(served).to.have.length.above(20)
    expect(operationsOf(document)).to.have.members(served)
  })

  it('names addresses that the live router answers', async () => {
    for (const operation of operationsOf(document)) {
      const [method = '', path = ''] = operation.split(' ')
      const url = `${app.url}${path.replace(/\{\w+\}/g, 'x')}`
      const response = await fetch(url, { method })
      const answer = await response.text()
      expect(response.status, operation).not.to.equal(405)
      if (response.status === 404) expect(answer, operation).not.to.include('There is nothing at this address')
      const other = method === 'PATCH' ? 'PUT' : 'PATCH'
      if (!operationsOf(document).includes(`${other} ${path}`)) {
        expect((await fetch(url, { method: other })).status, `${other} ${path}`).to.equal(405)
      }
    }
  })

  it('describes every refusal of a call with an empty or invalid request', async () => {
    const expectDocumented = openApiCheck(document)
    for (const { id, method, path, auth, body } of service.endpoints) {
      const url = `${app.url}${path.replace(/[:*]\w+/g, 'x')}`
      const authorization = `Bearer ${BEARER[auth]}`
      const calls = [
        { method, headers: {} },
        { method, headers: { authorization } },
        ...(body === undefined
          ? []
          : [
              { method, headers: { authorization, 'content-type': 'application/json' }, body: '{' },
              { method, headers: { authorization, 'content-type': 'application/json' }, body: '[]' },
              { method, headers: { authorization, 'content-type': 'text/plain' }, body: 'x' },
            ]),
      ]
      for (const call of calls) {
        const response = await fetch(url, call)
        const answer = await response.text()
        const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
        if (response.status >= 400) expectDocumented(id, response.status, isJson ? JSON.parse(answer) : undefined)
      }
    }
  })

  it('describes partial and unmodified answers of a file', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
    const files = operations.filter(({ responses }) => '206' in responses)
    const ids = ['downloadVideo', 'downloadVideoGeneration', 'readMedia', 'readMessageMedia']
    expect(files.map(({ operationId }) => operationId)).to.have.members(ids)
    for (const { responses } of files) {
      expect(responses['206']?.content).to.deep.equal(responses['200']?.content)
      expect([responses['304'], responses['416']].map((answer) => answer?.content ?? 'empty')).to.deep.equal([
        'empty',
        'empty',
      ])
    }
  })

  it('passes the strict rules of a public linter, examples included', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
    const reported = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${JSON.stringify(location[0])}`,
    )
    expect(reported.map((each) => each.slice(0, 300))).to.deep.equal([])
  })

  it('has no example in which a value is missing', () => {
    expect(text).not.to.include('undefined')
  })

  it('has no codec without a description', () => {
    expect(text).not.to.include(UNDESCRIBED)
  })

  it('documents whole numbers as integers, and as numbers only fields that may have fractions', () => {
    const numbers = new Set(
      [...text.matchAll(/"(\w+)":\{"type":(?:"number"|\["number","null"\])/g)].map(([, name]) => name),
    )
    const fractions = ['temperature', 'top_p', 'frequency_penalty', 'presence_penalty', 'speed', 'threshold']
    const roubles = ['limit', 'limit_remaining', 'usage', 'total_credits', 'total_usage', 'cost']
    const periods = ['usage_daily', 'usage_weekly', 'usage_monthly']
    const limits = ['soft_limit_usd', 'hard_limit_usd', 'system_hard_limit_usd']
    const speech = ['start', 'end', 'duration', 'avg_logprob', 'compression_ratio', 'no_speech_prob']
    // `items` are the values of an embedding.
    expect([...fractions, ...roubles, ...periods, ...limits, ...speech, 'seconds', 'items']).to.include.members([
      ...numbers,
    ])
    expect(schemaAt('VideoObject', 'progress')).to.deep.include({ type: 'integer', enum: [0, 50, 100] })
    expect(schemaAt('VideoObject', 'created_at')).to.deep.include({ type: 'integer' })
  })

  it('puts files into forms only, and lists of files under both of their names', () => {
    for (const [id, list] of [
      ['editImages', 'image'],
      ['createVideo', null],
    ] as const) {
      const { 'application/json': json, 'multipart/form-data': form } = requestOf(id)
      expect(JSON.stringify(json), id).not.to.include('binary')
      expect(JSON.stringify(form), id).to.include('binary')
      if (list !== null) expect(form?.schema['properties']).to.include.keys(list, `${list}[]`, 'mask')
    }
    expect(JSON.stringify(requestOf('generateImages'))).not.to.include('binary')
  })

  it('names the page size of every list, the lengths of passwords, and each kind of sound', () => {
    const limits = { listVideos: 20, listGallery: 24, listTransactions: 50, listConversations: 50, listMessages: 50 }
    for (const [id, value] of Object.entries(limits)) {
      const { parameters = [] } = operationOf(id)
      expect(parameters.find(({ name }) => name === 'limit')?.schema['default'], id).to.equal(value)
    }
    const lengths = { minLength: 10, maxLength: 128 }
    expect(schemaAt('RegisterRequest', 'password')).to.deep.include(lengths)
    expect(schemaAt('ChangePasswordRequest', 'new_password')).to.deep.include(lengths)
    expect(schemaAt('ResetPasswordRequest', 'new_password')).to.deep.include(lengths)
    expect(operationOf('createSpeech').responses['200']?.content).to.have.keys('audio/mpeg', 'audio/wav', 'audio/pcm')
  })

  it('lists for a 400 of a paid call the codes that the service has, and leaves the list closed', () => {
    for (const id of ['createChatCompletion', 'generateImages', 'createSpeech', 'createVideo']) {
      const { schema } = operationOf(id).responses['400']?.content?.['application/json'] ?? { schema: {} }
      const { properties } = (schema['properties'] as Record<string, Schema>)['error'] ?? {}
      const codes = (properties as Record<string, Schema>)['code']?.['enum']
      expect(CODES_OF_400, id).to.include.members(codes as string[])
      expect(codes, id).to.include.members(['rejected_by_upstream', 'context_length_exceeded', 'unsupported_parameter'])
    }
  })

  it('has the operations that its examples are for', () => {
    const ids = service.endpoints.map(({ id }) => id)
    expect(ids).to.include.members(Object.keys(REQUEST_EXAMPLES))
  })

  it('is refused by its linter when it is wrong', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    const broken = text.replaceAll('"operationId":"listModels"', '"operationId":"retrieveModel"')
    const problems = await lintFromString({ source: broken, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId }) => ruleId)).to.include('operation-operationId-unique')
  })
})
