import { expect } from 'chai'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { Endpoint } from '../../../../src/adapters/http/endpoint.ts'
import { UNDESCRIBED } from '../../../../src/adapters/http/openapi/json-schema.ts'
import { type ServedDocument, openServedDocument } from '../../../support/served-document.ts'
import { GOOD_KEY, GOOD_TOKEN, type RunningApp } from '../../../support/http-app.ts'
import { type CheckedDocument, openApiCheck } from '../../../support/openapi-check.ts'

const operationsOf = (document: CheckedDocument): readonly string[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )

/** What a router was told, in the spelling of the document. */
const servedOf = (endpoints: readonly Endpoint[]): readonly string[] =>
  endpoints.map(({ method, path }) => `${method} ${path.replace(/[:*](\w+)/g, '{$1}')}`)

const BEARER: Readonly<Record<Endpoint['auth'], string>> = {
  none: '',
  api_key: GOOD_KEY,
  session: GOOD_TOKEN,
  session_if_sent: '',
}

describe('the OpenAPI document', () => {
  let service: ServedDocument
  let app: RunningApp
  let text: string
  let document: CheckedDocument

  before(async function () {
    this.timeout(60_000)
    service = await openServedDocument()
    app = service.app
    text = await (await fetch(`${app.url}/v1/openapi.json`)).text()
    document = JSON.parse(text) as CheckedDocument
  })
  after(() => service.close())

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

  it('describes every refusal of a call that brings nothing, or nonsense', async () => {
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

  it('says how else than whole a file may be answered', () => {
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
    const told = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${JSON.stringify(location[0])}`)
    expect(told.map((each) => each.slice(0, 300))).to.deep.equal([])
  })

  it('has no codec that nobody described', () => {
    expect(text).not.to.include(UNDESCRIBED)
  })

  it('is caught by its own linter when it is wrong', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    const broken = text.replaceAll('"operationId":"listModels"', '"operationId":"retrieveModel"')
    const problems = await lintFromString({ source: broken, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId }) => ruleId)).to.include('operation-operationId-unique')
  })
})
