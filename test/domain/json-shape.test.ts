import { expect } from 'chai'
import fc from 'fast-check'
import { findLimitViolation, valuesWithin } from '../../src/domain/json-shape.ts'

/** Counts what `JSON.parse` made: every value, the fields of the widest object, and the deepest nesting. */
const shapeOf = (value: unknown): { readonly values: number; readonly fields: number; readonly depth: number } => {
  if (typeof value !== 'object' || value === null) return { values: 1, fields: 0, depth: 0 }
  const inner = Object.values(value).map(shapeOf)
  return {
    values: inner.reduce((sum, { values }) => sum + values, 1),
    fields: Math.max(Array.isArray(value) ? 0 : inner.length, ...inner.map(({ fields }) => fields)),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  }
}

const MANY = 1_000_000

/** JSON with spaces and escapes that `JSON.stringify` alone would not write. */
const jsonText = fc
  .tuple(fc.jsonValue({ maxDepth: 6, noUnicodeString: false }), fc.constantFrom(0, 1, 3), fc.boolean())
  .map(([value, indent, isEscaped]) => {
    const text = JSON.stringify(value, null, indent)
    return isEscaped ? text.replaceAll('o', String.raw`\u006f`).replaceAll('/', String.raw`\/`) : text
  })

describe('the check of JSON text before it is parsed', () => {
  it('finds the values, the fields and the depth that parsing finds', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const shape = shapeOf(JSON.parse(text))
        const { values, fields, depth } = shape
        expect(findLimitViolation(text, shape), 'just enough').to.equal(null)
        expect(valuesWithin(text, shape)).to.equal(values)
        expect(valuesWithin(text, { ...shape, values: values - 1 })).to.equal(null)
        if (values > 1) expect(findLimitViolation(text, { ...shape, values: values - 1 })).to.equal('too_many_values')
        if (fields > 0) expect(findLimitViolation(text, { ...shape, fields: fields - 1 })).to.equal('too_many_fields')
        if (depth > 0) expect(findLimitViolation(text, { ...shape, depth: depth - 1 })).to.equal('too_deep')
      }),
      { numRuns: 2_000 },
    )
  })

  it('finds at least as many values as a parser makes of a text before its first mistake', () => {
    fc.assert(
      fc.property(jsonText, fc.string({ maxLength: 8 }), (text, tail) => {
        const { values, depth } = shapeOf(JSON.parse(text))
        const bodyLimits = { values: values - 1, fields: MANY, depth: Math.max(0, depth - 1) }
        if (values > 1 || depth > 0) expect(findLimitViolation(`${text}${tail}`, bodyLimits)).not.to.equal(null)
      }),
    )
  })

  it('counts the fields of each object separately, and no elements of lists', () => {
    const wide = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"${at}":[1,{}]`).join(',')}}`
    const bodyLimits = { values: MANY, fields: 100, depth: 3 }
    expect(
      findLimitViolation(`[${wide(100)},${wide(100)},${'0,'.repeat(200)}${wide(100)}]`, { ...bodyLimits, depth: 4 }),
    ).to.equal(null)
    expect(findLimitViolation(`[${wide(100)},${wide(101)}]`, { ...bodyLimits, depth: 4 })).to.equal('too_many_fields')
    expect(findLimitViolation(`{"a":${wide(50)},${wide(100).slice(1)}`, { ...bodyLimits, depth: 4 })).to.equal(
      'too_many_fields',
    )
  })

  it('ends for every text', () => {
    const noise = fc.string({
      unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', '1', 'é', ' '),
      maxLength: 300,
    })
    fc.assert(
      fc.property(noise, (text) => {
        expect(findLimitViolation(text, { values: MANY, fields: MANY, depth: MANY })).to.equal(null)
      }),
    )
  })

  it('is not misled by quotes and backslashes in long strings', () => {
    for (const filler of ['\\"', '\\\\', 'x', 'x\\"', `${'y'.repeat(40)}\\"`, '[{', '\\u0022,']) {
      const text = `["${filler.repeat(5_000)}",1]`
      expect(JSON.parse(text), filler).to.have.length(2)
      expect(findLimitViolation(text, { values: 3, fields: MANY, depth: 1 }), filler).to.equal(null)
      expect(findLimitViolation(text, { values: 2, fields: MANY, depth: 1 }), filler).to.equal('too_many_values')
    }
  })

  it('counts objects of many keys, empty values and endless openings', () => {
    const keys = `{${Array.from({ length: 1_000 }, (_, index) => `"k${index}":{}`).join(',')}}`
    expect(findLimitViolation(keys, { values: 1_001, fields: MANY, depth: 2 })).to.equal(null)
    expect(findLimitViolation(keys, { values: 1_000, fields: MANY, depth: 2 })).to.equal('too_many_values')
    expect(findLimitViolation('['.repeat(65), { values: MANY, fields: MANY, depth: 64 })).to.equal('too_deep')
    expect(findLimitViolation('[{},'.repeat(64), { values: MANY, fields: MANY, depth: 64 })).to.equal('too_deep')
  })
})
