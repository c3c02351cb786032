import { expect } from 'chai'
import { isUuid } from '../../src/domain/uuid.ts'

describe('a UUID', () => {
  const ID = '019b7a3c-5e2f-7a10-8c3d-0123456789ab'

  it('has any version, in lower case and with hyphens', () => {
    for (const text of [ID, '00000000-0000-0000-0000-000000000000', '6f1c2d3e-4a5b-4c6d-9e8f-abcdefabcdef'])
      expect(isUuid(text), text).to.equal(true)
  })

  it('has no other spelling, and nothing around it', () => {
    const others = [ID.toUpperCase(), ID.replaceAll('-', ''), `{${ID}}`, ` ${ID}`, `${ID}\n`, `${ID}0`, 'order 7', '']
    for (const text of others) expect(isUuid(text), JSON.stringify(text)).to.equal(false)
  })
})
