import { expect } from 'chai'
import fc from 'fast-check'
import { isStrictSchema } from '../../../../../src/adapters/http/messages/request/strict-schema.ts'

type Schema = Readonly<Record<string, unknown>>

const closed = (properties: Readonly<Record<string, unknown>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const leaf = fc.constantFrom<Schema>(
  { type: 'string', description: 'Words.' },
  { type: ['integer', 'null'], minimum: 0 },
  { enum: ['a', 'b'] },
  { $ref: '#/$defs/other' },
)

/** Closed objects all the way down, also in lists, among alternatives and below definitions. */
const { object } = fc.letrec<{ object: Schema; value: Schema }>((tie) => ({
  object: fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }).map(closed),
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    tie('object'),
    tie('value').map((items) => ({ type: 'array', items })),
    fc.array(tie('value'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.tuple(tie('object'), tie('value')).map(([inner, other]) => ({ ...inner, $defs: { other } })),
  ),
}))

/** How deep inside a strict schema another one stands. */
const around: readonly ((inner: Schema) => Schema)[] = [
  (inner) => closed({ a: inner }),
  (inner) => closed({ a: { type: 'array', items: inner } }),
  (inner) => closed({ a: { anyOf: [{ type: 'null' }, inner] } }),
  (inner) => ({ ...closed({ a: { $ref: '#/$defs/b' } }), $defs: { b: inner } }),
  (inner) => ({ ...closed({}), definitions: { b: closed({ a: inner }) } }),
]

const REFUSED: Readonly<Record<string, Schema>> = {
  'an optional property': { ...closed({ a: { type: 'string' }, b: { type: 'string' } }), required: ['a'] },
  'no required properties': { type: 'object', properties: { a: { type: 'null' } }, additionalProperties: false },
  'an open object': { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  'an object of any names': { type: 'object', additionalProperties: { type: 'string' } },
  'an object that may be null, and is open': { type: ['object', 'null'] },
  'an object without a type': { properties: { a: { type: 'string' } } },
  'anything at all': {},
  'a keyword that is not known': { oneOf: [{ type: 'string' }] },
  'a default': { type: 'string', default: 'a' },
  'alternatives that are no list': { anyOf: { type: 'string' } },
  'properties that are no object': { type: 'object', properties: [], required: [], additionalProperties: false },
}

describe('isStrictSchema', () => {
  it('accepts closed objects whose properties are all required, however they are put together', () => {
    fc.assert(fc.property(object, (schema) => isStrictSchema(schema)))
  })

  for (const [name, inner] of Object.entries(REFUSED)) {
    it(`refuses ${name}, at any place`, () => {
      expect(isStrictSchema(inner)).to.equal(false)
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...around), { minLength: 1, maxLength: 4 }), object, (layers, sibling) => {
          const within = layers.reduce((schema, layer) => layer(schema), inner)
          const all = closed({ sibling, within })
          return !isStrictSchema(all)
        }),
      )
    })
  }

  it('accepts the same places around what is strict', () => {
    fc.assert(
      fc.property(fc.constantFrom(...around), object, (layer, inner) => {
        return isStrictSchema(layer(inner))
      }),
    )
  })

  it('refuses what is no object at the top', () => {
    expect([{ type: 'array', items: closed({}) }, { anyOf: [closed({})] }].map(isStrictSchema)).to.deep.equal([
      false,
      false,
    ])
  })

  it('reads a schema that is nested deeper than a stack of calls', () => {
    let schema = closed({})
    for (let depth = 0; depth < 20_000; depth += 1) schema = closed({ a: schema })
    expect(isStrictSchema(schema)).to.equal(true)
  })
})
