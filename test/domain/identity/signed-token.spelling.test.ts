import { expect } from 'chai'
import { isCanonicalToken } from '../../../src/domain/identity/signed-token.ts'
import fc from 'fast-check'

const bytes = fc.uint8Array({ minLength: 1, maxLength: 80 })
const spelt = (part: Uint8Array): string => Buffer.from(part).toString('base64url')

describe('a signed token', () => {
  it('is taken as its signer spells it', () => {
    fc.assert(fc.property(bytes, bytes, bytes, (...parts) => isCanonicalToken(parts.map(spelt).join('.'))))
  })

  it('is refused in any other spelling of the same bytes', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    fc.assert(
      fc.property(bytes, (part) => {
        const text = spelt(part)
        for (const last of alphabet) {
          const other = `${text.slice(0, -1)}${last}`
          if (other === text || spelt(Buffer.from(other, 'base64url')) === other) continue
          expect(isCanonicalToken(`AA.AA.${other}`), other).to.equal(false)
        }
      }),
    )
    for (const other of ['AA.AA.AA=', 'AA.AA.A+', 'AA.AA.A', 'AA.AA', 'AA.AA.', 'AA.AA.AA.AA', 'AA.AA.AA\n', '']) {
      expect(isCanonicalToken(other), other).to.equal(false)
    }
  })
})
