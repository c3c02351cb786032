import { left, right } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { toGoogleSchema } from '../../../../../src/adapters/providers/google/chat/json-schema.ts'
import { timed } from '../../../../support/timed.ts'

describe('toGoogleSchema', () => {
  const cases: readonly [string, unknown, unknown][] = [
    ['a constant', { const: 'a' }, { enum: ['a'] }],
    ['what Google does not read', { type: 'string', default: 'y', $schema: 'z' }, { type: 'string' }],
    [
      'in words what Google does not read and the answer is bound by',
      { type: 'string', minLength: 1, pattern: 'x' },
      { type: 'string', description: 'minLength: 1\npattern: "x"' },
    ],
    [
      'such words behind those of the caller',
      { description: 'A name.', maxLength: 9 },
      { description: 'A name.\nmaxLength: 9' },
    ],
    [
      'names by a pattern in words, and any name',
      { type: 'object', patternProperties: { '^x': { type: 'string' } }, additionalProperties: false },
      {
        type: 'object',
        description: 'patternProperties: {"^x":{"type":"string"}}\nadditionalProperties: false',
        additionalProperties: true,
      },
    ],
    [
      'a reference without the words beside it',
      {
        $defs: { a: { type: 'object', properties: { b: { $ref: '#/$defs/a' } } } },
        items: { $ref: '#/$defs/a', $id: 'x', title: 'Home', description: 'Where.', default: null, type: 'object' },
      },
      {
        $defs: { a: { type: 'object', properties: { b: { $ref: '#/$defs/a' } } } },
        items: { $ref: '#/$defs/a', $id: 'x' },
      },
    ],
    [
      'the reference of Pydantic, alone in a list',
      { items: { allOf: [{ $ref: '#/definitions/a' }], title: 'Work', description: 'Where.', default: {} } },
      { items: { $ref: '#/$defs/a' } },
    ],
    [
      'a reference of the whole, with its definitions',
      { $ref: '#/definitions/a', definitions: { a: { const: 1 } }, description: 'All.' },
      { $ref: '#/$defs/a', $defs: { a: { enum: [1] } } },
    ],
    [
      'schemas in schemas',
      { items: { const: 1 }, prefixItems: [{ const: 2 }], anyOf: [{ not: {} }, true], additionalProperties: false },
      {
        items: { enum: [1] },
        prefixItems: [{ enum: [2] }],
        anyOf: [{ description: 'not: {}' }, true],
        additionalProperties: false,
      },
    ],
    [
      'properties called like keywords',
      { properties: { const: { const: 1 }, pattern: { type: 'string' } }, required: ['const'] },
      { properties: { const: { enum: [1] }, pattern: { type: 'string' } }, required: ['const'] },
    ],
    [
      'definitions of old',
      { definitions: { a: { const: 1 } }, $defs: { b: {} }, items: { $ref: '#/definitions/a' } },
      { $defs: { a: { enum: [1] }, b: {} }, items: { $ref: '#/$defs/a' } },
    ],
    [
      'several at once',
      {
        description: 'own',
        properties: { a: { type: 'string' } },
        required: ['a'],
        allOf: [{ description: 'x', properties: { b: { const: 1 } }, required: ['b'] }, { minProperties: 2 }],
      },
      {
        description: 'own\nx\nminProperties: 2',
        properties: { a: { type: 'string' }, b: { enum: [1] } },
        required: ['a', 'b'],
      },
    ],
    ['a tuple of old', { items: [{ const: 1 }, true] }, { prefixItems: [{ enum: [1] }, true] }],
    ['no schema', true, true],
  ]
  for (const [title, schema, expected] of cases) {
    it(title, () => {
      expect(toGoogleSchema(schema)).to.deep.equal(right(expected))
    })
  }

  const $ref = '#/$defs/a'
  const refused: readonly [string, object, string][] = [
    ['a demand beside a reference', { $ref, maxLength: 9 }, 'maxLength'],
    ['a type beside a reference of another', { $ref, type: 'string', $defs: { a: { type: 'object' } } }, 'type'],
    ['a choice beside a reference', { properties: { b: { $ref, anyOf: [{}] } } }, 'anyOf'],
    ['a reference that is a part of a schema', { allOf: [{ $ref }, { required: ['b'] }] }, 'required'],
    ['a part of a schema beside its reference', { $ref, allOf: [{ minimum: 1 }] }, 'minimum'],
    ['two references in one schema', { allOf: [{ $ref }, { $ref: '#/$defs/b' }] }, 'allOf'],
    ['a reference deeper in the parts of a schema', { allOf: [{ allOf: [{ $ref }] }, { minimum: 1 }] }, 'allOf'],
  ]
  for (const [title, schema, keyword] of refused) {
    it(`cannot say ${title}`, () => {
      expect(toGoogleSchema(schema)).to.deep.equal(left(keyword))
    })
  }

  it('keeps a property called __proto__ a property', () => {
    const schema: unknown = JSON.parse('{"properties":{"__proto__":{"const":1}}}')
    expect(JSON.stringify(toGoogleSchema(schema))).to.equal(
      '{"_tag":"Right","right":{"properties":{"__proto__":{"enum":[1]}}}}',
    )
  })

  it('merges as many schemas as a body may hold in time that grows with their number alone', async () => {
    const names = (member: number) => Array.from({ length: 20 }, (_, name) => `f${member}_${name}`)
    const allOf = Array.from({ length: 3_000 }, (_, member) => ({
      properties: { [`f${member}_0`]: {} },
      required: names(member),
    }))
    const { value, ms } = await timed(async () => toGoogleSchema({ allOf }))
    expect(value).to.have.nested.property('right.required').that.has.lengthOf(60_000)
    expect(ms).to.be.below(2_000)
  })

  it('writes what stands beside patterns once, however deep it is', async () => {
    let schema: Readonly<Record<string, unknown>> = { description: '\u0444'.repeat(10_000_000) }
    for (let level = 0; level < 60; level += 1) {
      schema = { patternProperties: { a: {} }, additionalProperties: schema }
    }
    const { value, ms } = await timed(async () => toGoogleSchema(schema))
    expect(value).to.have.nested.property('right.additionalProperties', true)
    expect(ms).to.be.below(2_000)
  })
})
