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
      'such words behind those of the caller, and none beside a reference',
      { description: 'A name.', maxLength: 9, items: { $ref: '#/$defs/a', maxLength: 9 } },
      { description: 'A name.\nmaxLength: 9', items: { $ref: '#/$defs/a' } },
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
        allOf: [{ description: 'x', properties: { b: { const: 1 } }, required: ['b'] }, { $ref: '#/definitions/c' }],
      },
      {
        description: 'own',
        properties: { a: { type: 'string' }, b: { enum: [1] } },
        required: ['a', 'b'],
        $ref: '#/$defs/c',
      },
    ],
    ['a tuple of old', { items: [{ const: 1 }, true] }, { prefixItems: [{ enum: [1] }, true] }],
    ['no schema', true, true],
  ]
  for (const [title, schema, expected] of cases) {
    it(title, () => {
      expect(toGoogleSchema(schema)).to.deep.equal(expected)
    })
  }

  it('keeps a property called __proto__ a property', () => {
    const schema: unknown = JSON.parse('{"properties":{"__proto__":{"const":1}}}')
    expect(JSON.stringify(toGoogleSchema(schema))).to.equal('{"properties":{"__proto__":{"enum":[1]}}}')
  })

  it('merges as many schemas as a body may hold in time that grows with their number alone', async () => {
    const names = (member: number) => Array.from({ length: 20 }, (_, name) => `f${member}_${name}`)
    const allOf = Array.from({ length: 3_000 }, (_, member) => ({
      properties: { [`f${member}_0`]: {} },
      required: names(member),
    }))
    const { value, ms } = await timed(async () => toGoogleSchema({ allOf }))
    expect((value as { readonly required: readonly string[] }).required).to.have.lengthOf(60_000)
    expect(ms).to.be.below(2_000)
  })
})
