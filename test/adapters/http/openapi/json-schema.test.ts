import { expect } from 'chai'
import * as t from 'io-ts'
import { integerBetween, nullish, textOfLength, uuid } from '../../../../src/adapters/http/codecs/codecs.ts'
import { decimalAmount } from '../../../../src/adapters/http/codecs/money/amounts.ts'
import { withSchemaOf } from '../../../../src/adapters/http/codecs/with-schema.ts'
import type { JsonSchema } from '../../../../src/adapters/http/codecs/with-schema.ts'
import { jsonSchemaOf, UNDESCRIBED } from '../../../../src/adapters/http/openapi/json-schema.ts'

const schemaOf = (codec: t.Mixed): JsonSchema => jsonSchemaOf(codec, new Map())

describe('the schema of a codec', () => {
  const cases: readonly (readonly [name: string, codec: t.Mixed, schema: JsonSchema])[] = [
    ['a text with a rule', textOfLength(1, 5), { type: 'string', minLength: 1, maxLength: 5 }],
    ['an integer', integerBetween(1, 9), { type: 'integer', minimum: 1, maximum: 9 }],
    ['an id', uuid, { type: 'string', format: 'uuid', maxLength: 36 }],
    ['an optional field', nullish(t.boolean), { type: ['boolean', 'null'] }],
    ['a word of several', t.keyof({ a: null, b: null }), { type: 'string', enum: ['a', 'b'] }],
    ['a word or null', nullish(t.keyof({ a: null })), { type: ['string', 'null'], enum: ['a', null] }],
    ['a constant or null', t.union([t.literal('x'), t.null]), { anyOf: [{ const: 'x' }, { type: 'null' }] }],
    [
      'a choice',
      t.union([t.string, t.array(t.number)]),
      {
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }],
      },
    ],
    ['a map', t.record(t.string, t.string), { type: 'object', additionalProperties: { type: 'string' } }],
    [
      'a rule on top of another codec',
      withSchemaOf(t.array(t.string), t.array(t.string), { minItems: 1 }),
      {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
      },
    ],
  ]
  for (const [name, codec, schema] of cases) {
    it(`says ${name}`, () => expect(schemaOf(codec)).to.deep.equal(schema))
  }

  it('requires the fields that must be there, and joins the parts of an intersection', () => {
    const codec = t.intersection([
      t.type({ model: t.string, name: t.union([t.string, t.undefined]), n: nullish(t.number) }),
      t.partial({ user: t.string }),
    ])
    expect(schemaOf(codec)).to.deep.equal({
      type: 'object',
      properties: {
        model: { type: 'string' },
        name: { type: 'string' },
        n: { type: ['number', 'null'] },
        user: { type: 'string' },
      },
      required: ['model'],
    })
  })

  it('keeps a named shape once, and refuses two shapes of one name', () => {
    const components = new Map<string, JsonSchema>()
    const wallet = t.type({ amount: t.string }, 'Wallet')
    const reference = { $ref: '#/components/schemas/Wallet' }
    expect(jsonSchemaOf(t.array(wallet), components)).to.deep.equal({ type: 'array', items: reference })
    expect(jsonSchemaOf(nullish(wallet), components)).to.deep.equal({ anyOf: [reference, { type: 'null' }] })
    expect([...components.keys()]).to.deep.equal(['Wallet'])
    expect(() => jsonSchemaOf(t.type({ other: t.string }, 'Wallet'), components)).to.throw('Wallet')
  })

  it('marks a codec without a description', () => {
    const codec = new t.Type('a riddle', t.string.is, t.string.validate, t.identity)
    expect(schemaOf(t.type({ a: codec }))).to.have.nested.property(`properties.a.${UNDESCRIBED}`, 'a riddle')
    expect(schemaOf(decimalAmount)).not.to.have.property(UNDESCRIBED)
  })
})
