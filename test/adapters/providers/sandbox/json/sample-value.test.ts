import formatsPlugin from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { sampleValue } from '../../../../../src/adapters/providers/sandbox/json/sample-value.ts'
import { timed } from '../../../../support/timed.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
formatsPlugin.default(ajv)

/** A schema whose `then` is written `thereupon`, because an object with a `then` looks like a promise. */
const withThen = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"thereupon":', '"then":')) as object

const person = () => ({
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
})

const shape = (kind: string, measure: string) => ({
  type: 'object',
  properties: { kind: { const: kind }, [measure]: { type: 'number', exclusiveMinimum: 0 } },
  required: ['kind', measure],
})

const linked = () => ({
  type: 'object',
  properties: { value: { type: 'integer' }, next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
  required: ['value', 'next'],
})

const formats = () => {
  const names = ['date-time', 'date', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uri-reference']
  const all = [...names, 'json-pointer', 'uuid']
  const listOf = (format: string) => ({
    type: 'array',
    minItems: 3,
    uniqueItems: true,
    items: { type: 'string', format },
  })
  return { type: 'object', required: all, properties: Object.fromEntries(all.map((name) => [name, listOf(name)])) }
}

/** Schemas of a few fields and levels, many of which no value fits. */
const { schema: anySchema } = fc.letrec<{ schema: object }>((tie) => {
  const small = fc.integer({ min: -3, max: 6 })
  const optional = { requiredKeys: [] as [] }
  const inner = tie('schema')
  const name = fc.constantFrom('a', 'b', 'c')
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.record(
        {
          type: fc.constantFrom('integer', 'number'),
          minimum: small,
          maximum: small,
          exclusiveMinimum: small,
          multipleOf: fc.constantFrom(0.5, 2, 3),
        },
        optional,
      ),
      fc.record(
        {
          type: fc.constant('string'),
          minLength: fc.nat(6),
          maxLength: fc.nat(9),
          pattern: fc.constantFrom('^a+b$', '[0-9]{2,4}', 'x|yz'),
        },
        optional,
      ),
      fc.record(
        {
          enum: fc.array(fc.constantFrom<unknown>(1, 'a', null, true, [1]), { minLength: 1, maxLength: 3 }),
          type: fc.constantFrom('string', 'null', 'integer'),
        },
        optional,
      ),
      fc.record(
        {
          type: fc.constant('array'),
          items: inner,
          minItems: fc.nat(3),
          maxItems: fc.nat(4),
          uniqueItems: fc.boolean(),
          prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
        },
        optional,
      ),
      fc.record(
        {
          type: fc.constant('object'),
          properties: fc.dictionary(name, inner),
          required: fc.uniqueArray(name),
          minProperties: fc.nat(3),
          additionalProperties: fc.oneof(fc.boolean(), inner),
          not: inner,
        },
        optional,
      ),
      fc.record(
        {
          anyOf: fc.array(inner, { minLength: 1, maxLength: 3 }),
          oneOf: fc.array(inner, { minLength: 1, maxLength: 3 }),
          allOf: fc.array(inner, { minLength: 1, maxLength: 2 }),
          not: inner,
          if: inner,
          thereupon: inner,
          else: inner,
        },
        optional,
      ),
    ),
  }
})

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
    ['a number between open bounds', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5 }, 0.25],
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
  ]
  for (const [title, schema, value] of cases) {
    it(title, () => {
      expect(sampleValue(schema)).to.deep.equal({ value })
    })
  }

  /** Schemas of every kind that a caller may write, and what ajv says of the sample. */
  const judged: readonly [string, object][] = [
    ['a list of constants', { type: 'string', enum: ['a', 'b'] }],
    ['a constant beside a rule it breaks not', { const: 5, minimum: 3 }],
    ['the first value of a list that fits the rest', { enum: ['x', 7, 12], type: 'integer', minimum: 10 }],
    ['a default that does not fit', { type: 'integer', default: 'none' }],
    ['numbers between open bounds', { type: 'number', exclusiveMinimum: 5.5, exclusiveMaximum: 5.75 }],
    ['an integer between open bounds', { type: 'integer', exclusiveMinimum: 5.5, exclusiveMaximum: 6.5 }],
    ['a multiple of a fraction', { type: 'number', multipleOf: 0.1, minimum: 0.25 }],
    ['an integer that is a multiple of a fraction', { type: 'integer', multipleOf: 1.5, minimum: 1 }],
    ['a negative number', { type: 'number', maximum: -3.25 }],
    ['a length', { type: 'string', minLength: 40, maxLength: 41 }],
    ['every format', formats()],
    ['a pattern', { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' }],
    ['a pattern with a length', { type: 'string', pattern: '^[a-z]+$', minLength: 12 }],
    ['a pattern with groups', { type: 'string', pattern: '^(?:(cat|dog)s? ){2,3}\\w+\\.$' }],
    ['a pattern with classes', { type: 'string', pattern: '^[^\\s@]+@[\\w.-]+\\.[a-z]{2,}$' }],
    ['different items', { type: 'array', items: { type: 'string' }, minItems: 3, uniqueItems: true }],
    ['different objects', { type: 'array', minItems: 2, uniqueItems: true, items: person() }],
    ['items of a list, all different', { type: 'array', minItems: 3, uniqueItems: true, items: { enum: [1, 2, 3] } }],
    ['a tuple and nothing else', { type: 'array', prefixItems: [{ type: 'string' }], items: false }],
    ['an item that must be there', { type: 'array', contains: { type: 'integer', minimum: 9 }, minItems: 2 }],
    ['a number of properties', { type: 'object', minProperties: 3, additionalProperties: { type: 'integer' } }],
    [
      'a property that brings another',
      { required: ['a'], dependentRequired: { a: ['b'] }, properties: { b: { type: 'null' } } },
    ],
    ['a union whose members differ in a constant', { oneOf: [shape('circle', 'radius'), shape('square', 'side')] }],
    ['exactly one of two', { oneOf: [{ type: 'number' }, { type: 'integer', minimum: 0 }, { type: 'boolean' }] }],
    ['an alternative that can be', { anyOf: [false, { type: 'integer', minimum: 5, maximum: 4 }, { type: 'null' }] }],
    ['alternatives of both kinds', { anyOf: [{ required: ['a'] }], oneOf: [{ required: ['b'] }, { required: ['c'] }] }],
    ['not that', { type: ['string', 'integer'], not: { type: 'string' } }],
    [
      'a condition',
      {
        type: 'object',
        required: ['k'],
        properties: { k: { enum: ['a'] } },
        if: { properties: { k: { const: 'a' } } },
        thereupon: { required: ['x'] },
      },
    ],
    ['a text in one pattern and not in another', { pattern: '^a+b$', not: { pattern: '^ab$' }, minLength: 3 }],
    [
      'two patterns at once',
      { allOf: [{ pattern: '^a+b$' }, { pattern: '^[a-c]{3}$' }], type: 'string', minLength: 3 },
    ],
    ['a list of which one has the pattern', { enum: ['yellow', 'a', 'zz', 'b12'], pattern: '[0-9]{2,4}' }],
    ['exactly one of two patterns', { type: 'string', oneOf: [{ pattern: 'x' }, { pattern: '^t' }] }],
    [
      'a condition whose other case alone can be',
      { type: ['integer', 'string'], pattern: '^a+b$', if: { pattern: '[0-9]{2,4}' }, else: { type: 'string' } },
    ],
    ['no double denial', { type: 'string', minLength: 1, not: { not: { pattern: '^[a-z]+$' } } }],
    ['a list that ends', { $defs: { node: linked() }, $ref: '#/$defs/node' }],
    [
      'a tree',
      {
        type: 'object',
        required: ['left', 'name'],
        properties: { name: { type: 'string' }, left: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
      },
    ],
    ['a reference with rules beside it', { $defs: { n: { type: 'integer' } }, $ref: '#/$defs/n', minimum: 12 }],
    [
      'parts that refer to each other',
      {
        $defs: { a: { required: ['a'] }, b: { allOf: [{ $ref: '#/$defs/a' }], required: ['b'] } },
        allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }],
      },
    ],
  ]
  for (const [title, written] of judged) {
    it(`fits ${title}`, () => {
      const schema = withThen(written)
      const sample = sampleValue(schema)
      if (sample === null) throw new Error('no value was found')
      const check = ajv.compile(schema)
      expect(check(sample.value), `${JSON.stringify(sample.value)}: ${ajv.errorsText(check.errors)}`).to.equal(true)
    })
  }

  const impossible: readonly [string, unknown][] = [
    ['false', false],
    ['bounds that cross', { type: 'integer', minimum: 2, maximum: 1 }],
    ['an object that needs itself', { type: 'object', required: ['a'], properties: { a: { $ref: '#' } } }],
    ['a reference to nothing', { $ref: '#/$defs/a' }],
    [
      'patterns that no text has at once',
      { anyOf: [{ pattern: '^a+b$' }], if: { pattern: '[0-9]{2,4}' }, else: { type: 'integer' }, type: 'string' },
    ],
    ['a pattern that looks ahead', { type: 'string', pattern: '^(?=a)b$' }],
  ]
  for (const [title, schema] of impossible) {
    it(`finds nothing for ${title}`, () => {
      expect(sampleValue(schema)).to.equal(null)
    })
  }

  it('fits whatever it is made for, as another validator judges', () => {
    fc.assert(
      fc.property(anySchema.map(withThen), (schema) => {
        const sample = sampleValue(schema)
        if (sample !== null) expect(ajv.validate(schema, sample.value), JSON.stringify([schema, sample])).to.equal(true)
      }),
      { numRuns: 500 },
    )
  })

  it('ends, and stays small, on schemas without end', () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: '#' }]))
    const size = (schema: unknown): number => JSON.stringify(sampleValue(schema)).length
    expect(size({ type: 'object', properties, required: names })).to.be.lessThan(1_000_000)
    expect(size({ type: 'array', minItems: 1e9, items: { $ref: '#' } })).to.be.lessThan(1_000_000)
    expect(size({ type: 'array', minItems: 1000, items: { type: 'string', minLength: 9_000 } })).to.be.lessThan(
      1_000_000,
    )
    expect(size({ type: 'string', minLength: 1e9 })).to.be.lessThan(2_000)
    expect(size({ type: 'string', pattern: '((a{9999}){9999}){9999}' })).to.be.lessThan(20_000)
    expect(size({ type: 'string', pattern: '((){9999}){9999}' })).to.be.lessThan(20_000)
    expect(size({ $ref: '#' })).to.be.lessThan(20)
    expect(size({ allOf: [{ $ref: '#' }] })).to.be.lessThan(20)
    const many = Array.from({ length: 30 }, () => ({ $ref: '#' }))
    expect(size({ allOf: many, required: ['a', 'b'] })).to.be.lessThan(1_000_000)
    const chain = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}` }]),
    )
    expect(size({ $defs: chain, $ref: '#/$defs/d0' })).to.be.lessThan(20)
    const branches = Array.from({ length: 90 }, () => ({ anyOf: Array.from({ length: 90 }, () => ({ not: {} })) }))
    expect(size({ allOf: branches })).to.be.lessThan(20)
  })

  const words = (count: number, value: unknown): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]))
  const many = (count: number, value: unknown): readonly unknown[] => Array.from({ length: count }, () => value)
  const refused = many(60, { not: { anyOf: many(60, { $ref: '#/$defs/a' }) } })
  const costly: readonly [string, object][] = [
    ['thousands of words, asked for again and again', { type: 'array', items: words(15_000, 1), minItems: 1_300 }],
    ['a long list beside thousands of others', { allOf: [{ const: many(30_000, 1) }, { enum: many(40_000, []) }] }],
    [
      'a list of thousands of examples for each item',
      { type: 'array', items: { examples: many(90_000, 1), type: 'null' }, minItems: 1_200 },
    ],
    [
      'thousands of properties, of which each item needs one',
      { type: 'array', items: { properties: words(18_000, 1), minProperties: 1, type: 'object' }, minItems: 600 },
    ],
    [
      'a property that brings thousands along, and is not there',
      {
        $defs: {
          a: { required: ['k0'], properties: { k0: false }, dependentRequired: { k0: Object.keys(words(17_000, 1)) } },
        },
        type: 'object',
        anyOf: many(40, { anyOf: many(60, { $ref: '#/$defs/a' }) }),
      },
    ],
    [
      'a list of thousands of names that must be there',
      { $defs: { a: { required: [...many(20_000, 'k0'), 'q'] } }, const: { k0: 1 }, allOf: refused },
    ],
    [
      'a pattern of dots, read again and again',
      { $defs: { a: { pattern: `${'.'.repeat(1_999)}q` } }, const: 'x', allOf: refused },
    ],
    [
      'a long name in each item',
      { type: 'array', items: { required: ['x'.repeat(150_000)], type: 'object' }, minItems: 600 },
    ],
    ['a long text for each item', { type: 'array', items: { const: 'x'.repeat(150_000) }, minItems: 1_000 }],
  ]
  for (const [title, schema] of costly) {
    it(`takes a moment, and stays small, for ${title}`, async () => {
      expect(JSON.stringify(schema).length).to.be.lessThan(200_000)
      const { value, ms } = await timed(async () => JSON.stringify(sampleValue(schema)))
      expect(value.length).to.be.lessThan(1_000_000)
      expect(ms).to.be.lessThan(2_000)
    })
  }

  it('makes JSON of any schema', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (schema) => {
        JSON.stringify(sampleValue(schema))
      }),
    )
  })
})
