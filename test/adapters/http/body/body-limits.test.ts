import { expect } from 'chai'
import { BODY_LIMITS } from '../../../../src/adapters/http/body/body-limits.ts'
import type { JsonSchema } from '../../../../src/adapters/http/codecs/with-schema.ts'
import type { Endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { jsonSchemaOf } from '../../../../src/adapters/http/openapi/json-schema.ts'
import type { Components } from '../../../../src/adapters/http/openapi/json-schema.ts'
import { openServedDocument } from '../../../support/documents/served-document.ts'
import type { ServedDocument } from '../../../support/documents/served-document.ts'

/** `\ud83e\udd94`: the longest way to write one character. */
const ESCAPED_BYTES = 12
const NUMBER_BYTES = 25

const isList = (value: unknown): value is readonly JsonSchema[] => Array.isArray(value)

/**
 * The most bytes that JSON of a schema needs, with every character escaped. What has no bound is noted in
 * `unbounded`; an object without named fields is the caller's own, which the bound on values holds.
 */
const mostBytes = (schema: JsonSchema, components: Components, path: string, unbounded: string[]): number => {
  const of = (inner: unknown, name: string): number =>
    mostBytes((inner ?? {}) as JsonSchema, components, `${path}.${name}`, unbounded)
  const { $ref, anyOf, allOf, const: constant, enum: values, properties } = schema
  if (typeof $ref === 'string') return of(components.get($ref.slice($ref.lastIndexOf('/') + 1)), '')
  if (constant !== undefined) return JSON.stringify(constant).length * ESCAPED_BYTES
  if (Array.isArray(values)) return JSON.stringify(values).length * ESCAPED_BYTES
  if (isList(anyOf)) return Math.max(...anyOf.map((member) => of(member, '|')))
  if (isList(allOf)) return allOf.map((member) => of(member, '&')).reduce((sum, bytes) => sum + bytes, 0)
  const types = [schema['type']].flat()
  if (types.includes('array')) {
    if (typeof schema['maxItems'] !== 'number') unbounded.push(path)
    return 2 + Number(schema['maxItems']) * (1 + of(schema['items'], '#'))
  }
  if (types.includes('string') && schema['format'] !== 'binary') {
    if (typeof schema['maxLength'] !== 'number') unbounded.push(path)
    return 2 + Number(schema['maxLength']) * ESCAPED_BYTES
  }
  if (types.includes('object')) {
    return Object.entries((properties ?? {}) as Readonly<Record<string, unknown>>)
      .map(([name, inner]) => 4 + name.length * ESCAPED_BYTES + of(inner, name))
      .reduce((sum, bytes) => sum + bytes, 2)
  }
  return NUMBER_BYTES
}

describe('the bounds of bodies', () => {
  let service: ServedDocument
  let endpoints: readonly Endpoint[]

  before(async () => {
    service = await openServedDocument()
    endpoints = service.endpoints.filter(({ body }) => body !== undefined)
  })
  after(() => service.close())

  const measure = ({ body }: Endpoint) => {
    const components: Components = new Map()
    const unbounded: string[] = []
    const schema = jsonSchemaOf(body as Parameters<typeof jsonSchemaOf>[0], components)
    return { bytes: mostBytes(schema, components, '', unbounded), unbounded }
  }

  it('are reached by no list and no text of a codec that has no length of its own', () => {
    expect(endpoints.length).to.be.above(15)
    for (const endpoint of endpoints)
      expect([endpoint.id, measure(endpoint).unbounded]).to.deep.equal([endpoint.id, []])
  })

  it('are never smaller than what the fields of an endpoint allow with every character escaped', () => {
    // Those two are fixed by the contract: prompts have no length but that of the body.
    const fixed: readonly number[] = [BODY_LIMITS.files.bytes, BODY_LIMITS.chatHistory.bytes]
    for (const endpoint of endpoints) {
      const bodyLimits = endpoint.bodyLimits ?? BODY_LIMITS.small
      if (!fixed.includes(bodyLimits.bytes))
        expect(measure(endpoint).bytes, endpoint.id).to.be.at.most(bodyLimits.bytes)
    }
  })

  it('are the largest where JSON can hold files, and nowhere else', () => {
    const large = endpoints
      .filter(({ bodyLimits }) => bodyLimits?.bytes === BODY_LIMITS.files.bytes)
      .map(({ id }) => id)
    expect(large).to.include.members([
      'createChatCompletion',
      'generateImages',
      'editImages',
      'createTranscription',
      'createTranslation',
      'createVideo',
      'sendMessage',
    ])
    for (const endpoint of endpoints) {
      if (endpoint.multipart !== undefined) expect(large, endpoint.id).to.include(endpoint.id)
      if (endpoint.auth === 'none') expect(large, endpoint.id).not.to.include(endpoint.id)
    }
  })
})
