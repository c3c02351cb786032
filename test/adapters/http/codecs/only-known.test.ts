import { isLeft } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import * as t from 'io-ts'
import { nullish } from '../../../../src/adapters/http/codecs/codecs.ts'
import { onlyKnown } from '../../../../src/adapters/http/codecs/only-known.ts'
import { problemsOf } from '../../../../src/adapters/http/failures/validation.ts'
import { jsonSchemaOf } from '../../../../src/adapters/http/openapi/json-schema.ts'

const inner = t.type({ role: t.string })
const whole = t.intersection([
  t.type({ name: t.string }),
  t.partial({ open: nullish(t.UnknownRecord), lines: nullish(t.array(onlyKnown(inner))) }),
])
const read = (input: unknown): unknown => {
  const decoded = onlyKnown(whole).decode(input)
  return isLeft(decoded) ? problemsOf(decoded.left, 'body').map(({ path }) => path.join('.')) : decoded.right
}

describe('an object of known fields', () => {
  it('loses the fields that its codec does not name, and keeps what an open field holds', () => {
    const known = { name: 'a', open: { any: 1 }, lines: [{ role: 'user' }] }
    expect(read({ ...known, other: 1, lines: [{ role: 'user', other: 2 }] })).to.deep.equal(known)
    expect(read(known)).to.deep.equal(known)
  })

  it('names what is wrong by the fields of its codec', () => {
    expect(read({ lines: [{ role: 1 }] })).to.deep.equal(['name', 'lines.0.role'])
  })

  it('has the schema of its codec', () => {
    expect(jsonSchemaOf(onlyKnown(inner), new Map())).to.deep.equal(jsonSchemaOf(inner, new Map()))
  })
})
