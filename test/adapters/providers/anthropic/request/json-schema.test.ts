import { left, right } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { toOutputSchema } from '../../../../../src/adapters/providers/anthropic/request/json-schema.ts'

const closed = (schema: object) => ({ ...schema, additionalProperties: false })

describe('toOutputSchema', () => {
  const place = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
  const $defs = { Place: place }
  const $ref = '#/$defs/Place'

  const refused: readonly [string, object, string][] = [
    ['a map of a schema', { type: 'object', additionalProperties: { type: 'number' } }, 'additionalProperties'],
    [
      'a map beside listed names',
      { type: 'object', properties: { a: {} }, additionalProperties: { type: 'number' } },
      'additionalProperties',
    ],
    ['a map that says nothing of its type', { additionalProperties: { type: 'number' } }, 'additionalProperties'],
    ['a map of anything', { type: 'object', additionalProperties: true }, 'additionalProperties'],
    ['a map of anything, by an empty schema', { type: 'object', additionalProperties: {} }, 'additionalProperties'],
    ['an object of any names', { type: ['object', 'null'] }, 'additionalProperties'],
    ['a map by the pattern of its names', { type: 'object', patternProperties: { '^x': {} } }, 'patternProperties'],
    [
      'a map of what no other keyword reads',
      { type: 'object', properties: { a: {} }, unevaluatedProperties: { type: 'number' } },
      'unevaluatedProperties',
    ],
    ['a map in a list', { type: 'array', items: { type: 'object' } }, 'additionalProperties'],
    ['a map in a definition', { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } }, 'additionalProperties'],
    ['a demand beside a reference', { $defs, items: { $ref, minProperties: 2 } }, 'minProperties'],
    ['another type beside a reference', { $defs, items: { $ref, type: 'string' } }, 'type'],
    ['a reference that is a part of a schema', { $defs, allOf: [{ $ref }, { properties: { b: {} } }] }, 'properties'],
    ['two references in one schema', { $defs, allOf: [{ $ref }, { $ref: '#/$defs/Other' }] }, 'allOf'],
  ]
  for (const [title, schema, keyword] of refused) {
    it(`cannot say ${title}`, () => {
      expect(toOutputSchema(schema)).to.deep.equal(left(keyword))
    })
  }

  const tuple = [{ type: 'string' }, { type: 'integer' }]
  const kept: readonly [string, object, object][] = [
    [
      'a tuple in words',
      { type: 'array', prefixItems: tuple, items: false },
      { type: 'array', description: `prefixItems: ${JSON.stringify(tuple)}\nitems: false` },
    ],
    [
      'a tuple of old in words',
      { type: 'array', description: 'A pair.', items: tuple, additionalItems: false },
      { type: 'array', description: `A pair.\nitems: ${JSON.stringify(tuple)}\nadditionalItems: false` },
    ],
    [
      'in words what depends on something',
      { type: 'object', properties: { a: {}, b: {} }, dependentRequired: { a: ['b'] } },
      closed({
        type: 'object',
        properties: { a: {}, b: {} },
        description: 'dependentRequired: {"a":["b"]}',
      }),
    ],
    [
      'in words the second of two choices',
      { anyOf: [{ const: 1 }], oneOf: [{ const: 1 }] },
      { anyOf: [{ const: 1 }], description: 'oneOf: [{"const":1}]' },
    ],
    ['an object of no names', { type: 'object', properties: {} }, closed({ type: 'object', properties: {} })],
    ['an object that is closed', { type: 'object', additionalProperties: false }, closed({ type: 'object' })],
    ['an object of listed names that may have others', { ...place, additionalProperties: true }, closed(place)],
    [
      'a reference without the words beside it',
      { $defs, items: { $ref, title: 'Home', description: 'Where they live.', default: null, type: 'object' } },
      { $defs: { Place: closed(place) }, items: { $ref } },
    ],
    [
      'the reference of Pydantic, alone in a list',
      { $defs, items: { allOf: [{ $ref }], title: 'Work', description: 'Where they work.' } },
      { $defs: { Place: closed(place) }, items: { $ref } },
    ],
  ]
  for (const [title, schema, sent] of kept) {
    it(`says ${title}`, () => {
      expect(toOutputSchema(schema)).to.deep.equal(right(sent))
    })
  }

  it('keeps a property called like a keyword a property', () => {
    const properties = { additionalProperties: { type: 'string' }, $ref: { type: 'string' } }
    expect(toOutputSchema({ type: 'object', properties })).to.deep.equal(right(closed({ type: 'object', properties })))
  })
})
