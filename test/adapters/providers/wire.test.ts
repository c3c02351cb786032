import { expect } from 'chai'
import {
  areJson,
  DETAILED_LIMITS,
  exactJsonReader,
  idOf,
  jsonOf,
  VECTOR_LIMITS,
} from '../../../src/adapters/providers/wire.ts'

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const list = (values: number): string => `[${'0,'.repeat(values - 2)}0]`

describe('idOf', () => {
  it('reads an id as long as any provider writes one, and none that is a whole answer', () => {
    expect(idOf('a'.repeat(512))).to.equal('a'.repeat(512))
    for (const id of ['', 'a'.repeat(513), 7, null]) expect(idOf(id)).to.equal(null)
  })

  it('reads no id that no column of the database takes', () => {
    for (const id of ['chatcmpl-\0', 'chatcmpl-\ud800', '\udc00']) expect(idOf(id)).to.equal(null)
    expect(idOf('chatcmpl-\u{1f994}')).to.equal('chatcmpl-\u{1f994}')
  })
})

describe('jsonOf', () => {
  it('reads an upstream no deeper than 64 levels, and says of a deeper text what it says of none', () => {
    expect(jsonOf(nested(64))).to.be.an('array')
    expect(jsonOf(nested(65))).to.equal(undefined)
    expect(jsonOf('{"a":')).to.equal(undefined)
  })

  it('reads no more values than an answer has, and more where it says something of each token or is vectors', () => {
    expect(jsonOf(list(400_000))).to.be.an('array')
    expect(jsonOf(list(400_001))).to.equal(undefined)
    expect(jsonOf(list(4_000_000), DETAILED_LIMITS)).to.be.an('array')
    expect(jsonOf(list(4_000_001), DETAILED_LIMITS)).to.equal(undefined)
    expect(jsonOf(list(4_000_001), VECTOR_LIMITS)).to.be.an('array')
  })

  it('makes no object of more fields than any answer has', () => {
    const fields = Array.from({ length: 100_001 }, (_, index) => `"${index}":0`).join(',')
    expect(jsonOf(`{${fields}}`)).to.equal(undefined)
  })
})

describe('exactJsonReader', () => {
  it('reads numbers as they are written', () => {
    expect(JSON.stringify(exactJsonReader()('{"id":12345678901234567890}'))).to.equal('{"id":12345678901234567890}')
    expect(exactJsonReader()('{"id":')).to.equal(undefined)
  })

  it('reads the oldest texts of a conversation until they hold more values than an answer has', () => {
    const read = exactJsonReader()
    expect(read(list(399_999))).to.be.an('array')
    expect(read(list(3))).to.equal(undefined)
    expect(read('1')).to.equal(1)
    expect(read('1')).to.equal(undefined)
  })

  it('counts what is no JSON behind its first values, which a parser has made by then', () => {
    const read = exactJsonReader()
    expect(read(list(399_999).slice(0, -1))).to.equal(undefined)
    expect(read('[1,2]')).to.equal(undefined)
  })

  it('takes texts for JSON that hold together no more than one may: a thousand of lists would take seconds', () => {
    const lists = `[${'[],'.repeat(999_999)}[]]`
    expect(areJson(Array(3).fill(lists))).to.equal(true)
    expect(areJson(Array(4).fill(lists))).to.equal(false)
    expect([areJson([]), areJson(['{}', '1']), areJson(['{}', '{"a":'])]).to.deep.equal([true, true, false])
  })
})
