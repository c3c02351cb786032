import { expect } from 'chai'
import fc from 'fast-check'
import { sampleValue } from '../../../../src/adapters/providers/sandbox/sample-value.ts'

describe('sampleValue', () => {
  const cases: readonly [string, unknown, unknown][] = [
    ['no schema', undefined, {}],
    ['a string', { type: 'string' }, 'text'],
    ['a long string', { type: 'string', minLength: 6 }, 'textxx'],
    ['a short string', { type: 'string', maxLength: 2 }, 'te'],
    ['a date', { type: 'string', format: 'date' }, '2030-01-01'],
    ['an integer', { type: 'integer' }, 1],
    ['an integer from a bound', { type: 'integer', exclusiveMinimum: 5 }, 6],
    ['an integer below a bound', { type: 'integer', maximum: -2 }, -2],
    ['a multiple', { type: 'number', multipleOf: 5, minimum: 7 }, 10],
    ['a number between open bounds', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5 }, 0.375],
    ['a boolean', { type: 'boolean' }, true],
    ['null', { type: 'null' }, null],
    ['the first of several types', { type: ['string', 'null'] }, 'text'],
    ['an enum', { enum: ['b', 'a'] }, 'b'],
    ['a constant', { const: 7 }, 7],
    ['a default', { type: 'string', default: 'd' }, 'd'],
    ['an array', { type: 'array', items: { type: 'string' } }, []],
    ['an array with items', { type: 'array', minItems: 2, items: { type: 'integer' } }, [1, 1]],
    ['a tuple', { prefixItems: [{ type: 'string' }, { type: 'integer' }] }, ['text', 1]],
    [
      'an object: what is required, no more',
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a', 'c'] },
      { a: 'text', c: {} },
    ],
    ['the first alternative', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, 1],
    [
      'all parts',
      {
        allOf: [
          { properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { b: { type: 'integer' } }, required: ['b'] },
        ],
      },
      { a: 'text', b: 1 },
    ],
    ['a reference', { $defs: { a: { type: 'integer' } }, $ref: '#/$defs/a' }, 1],
    ['a reference to nothing', { $ref: '#/$defs/a' }, {}],
  ]
  for (const [title, schema, value] of cases) {
    it(title, () => {
      expect(sampleValue(schema)).to.deep.equal(value)
    })
  }

  it('ends in time on schemas without end', () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: '#' }]))
    const size = (schema: unknown): number => JSON.stringify(sampleValue(schema)).length
    expect(size({ type: 'object', properties, required: names })).to.be.lessThan(1_000_000)
    expect(size({ type: 'array', minItems: 1e9, items: { $ref: '#' } })).to.be.lessThan(1_000_000)
    expect(size({ type: 'string', minLength: 1e9 })).to.be.lessThan(2_000)
    expect(size({ $ref: '#' })).to.be.lessThan(10)
    expect(size({ allOf: [{ $ref: '#' }] })).to.be.lessThan(10)
    const many = Array.from({ length: 30 }, () => ({ $ref: '#' }))
    expect(size({ allOf: many })).to.be.lessThan(10)
    expect(size({ allOf: many, required: ['a', 'b'] })).to.be.lessThan(1_000_000)
  })

  it('makes JSON of any schema', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (schema) => {
        JSON.stringify(sampleValue(schema))
      }),
    )
  })
})
