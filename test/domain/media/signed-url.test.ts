import { expect } from 'chai'
import { canonicalGrant, isGrantLive, parseMediaGrant, signedMediaPath } from '../../../src/domain/media/signed-url.ts'
import type { MediaGrant } from '../../../src/domain/media/signed-url.ts'

const GRANT: MediaGrant = {
  id: '0198c0de-0000-7000-8000-000000000001',
  idx: 2,
  variant: 'thumb',
  expiresAtSeconds: 1_800_000_000,
}

describe('signed media address', () => {
  it('signs version, id, index, variant, expiry and key, each on its line', () => {
    expect(canonicalGrant(GRANT, 'k1').split('\n')).to.deep.equal(['v1', GRANT.id, '2', 'thumb', '1800000000', 'k1'])
  })

  it('is over at the very second', () => {
    expect([1_799_999_999, 1_800_000_000, 1_800_000_001].map((now) => isGrantLive(GRANT, now))).to.deep.equal([
      true,
      false,
      false,
    ])
  })

  it('is read back as it was written', () => {
    const path = signedMediaPath(GRANT, 'k1.abc')
    expect(path).to.equal(`/v1/media/${GRANT.id}/2?exp=1800000000&sig=k1.abc&variant=thumb`)
    const url = new URL(path, 'http://x')
    const [, , , id = '', idx = ''] = url.pathname.split('/')
    const [exp, variant] = ['exp', 'variant'].map((name) => url.searchParams.get(name) ?? '')
    expect(parseMediaGrant({ id, idx, exp: exp ?? '', variant: variant ?? '' })).to.deep.equal(GRANT)
  })

  it('has one spelling', () => {
    const text = { id: GRANT.id, idx: '2', exp: '1800000000', variant: 'thumb' }
    const others = [
      { id: GRANT.id.toUpperCase() },
      { id: `${GRANT.id}\n` },
      { id: 'x' },
      { idx: '02' },
      { idx: '-0' },
      { idx: '1e0' },
      { idx: '' },
      { exp: '01800000000' },
      { exp: '1800000000.0' },
      { exp: '1800000000 ' },
      { exp: '0' },
      { exp: '9'.repeat(30) },
      { variant: 'THUMB' },
      { variant: '' },
    ]
    for (const other of others) expect(parseMediaGrant({ ...text, ...other }), JSON.stringify(other)).to.equal(null)
  })
})
