import { expect } from 'chai'
import { hashOfFields, requestHashesOf } from '../../../../src/adapters/http/endpoint/request-hash.ts'

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')

const hashOf = (body: unknown, params: unknown = {}, path = '/v1/things/:id', method = 'POST'): string =>
  hex(hashOfFields(method, path, { params, query: undefined, body }))

const FILE = new Uint8Array([1, 2, 3])

describe('the hash of a request', () => {
  it('is the same for fields in another order, and for fields that are absent or null', () => {
    const written = hashOf({ a: 1, b: { c: [1, 'x'], d: true } })
    expect(hashOf({ b: { d: true, c: [1, 'x'], e: null }, a: 1, f: undefined })).to.equal(written)
    expect(hex(hashOfFields('POST', '/v1/things/:id', { body: { b: 1 }, params: {}, query: null }))).to.equal(
      hashOf({ b: 1 }),
    )
  })

  it('is another for whatever else may differ: method, path, its fields, and values of every kind', () => {
    const values = [null, '1', 1, 1n, '1n', 1.5, true, 'true', [1], [[1]], { a: 1 }, [], {}, '', FILE, 'null']
    const moments = [new Date(0), new Date(1), new Date(0).toISOString()]
    const files = [new Uint8Array([1]), Buffer.from('a'), { bytes: FILE }, hex(FILE)]
    const hashes = [...values, ...moments, ...files].map((value) => hashOf({ value }))
    hashes.push(hashOf({}, { id: 'a' }), hashOf({}, { id: 'b' }), hashOf({}, {}, '/v1/others/:id'))
    hashes.push(hashOf({}, {}, '/v1/things/:id', 'PUT'), hashOf({ other: FILE }))
    // The first value is null, which is an absent field and so the same as `{}` beside no parameters.
    expect(new Set(hashes).size).to.equal(hashes.length)
  })

  it('knows a file by its bytes, whatever holds them', () => {
    expect(hashOf({ image: { bytes: Buffer.from(FILE) } })).to.equal(hashOf({ image: { bytes: FILE } }))
  })

  it('is not made of what has no canonical form, rather than the same for two requests', () => {
    for (const value of [() => 1, Symbol('a'), new Map([[1, 2]]), new URL('http://a.example')]) {
      expect(() => hashOf({ value })).to.throw('canonical form')
    }
  })

  it('comes with the one that earlier releases recorded of the body as it was sent', () => {
    const sentBody = { prompt: 'a', n: 2, seed: null, list: [null, true, 1.5], image: [{ bytes: FILE }] }
    const path = '/v1/images/generations'
    const request = { method: 'POST', path, pathPattern: path, sentBody }
    const { formerHash } = requestHashesOf(request, { params: undefined, query: undefined, body: {} })
    expect(hex(formerHash?.())).to.equal('95a6965ffb389b181e187bdf95c464faca47103eb651691223c66b978424c9d0')
  })
})
