import { expect } from 'chai'
import { maskedAddress, withoutLinks } from '../../../src/domain/mail/seen-mail.ts'

describe('what is shown of a mail message', () => {
  it('is the first character of the address and its domain', () => {
    for (const [address, shown] of [
      ['anna@example.org', 'a…@example.org'],
      ['a@example.org', 'a…@example.org'],
      ['"a@b"@example.org', '"…@example.org'],
      ['🐈cat@example.org', '🐈…@example.org'],
      ['@example.org', '…'],
      ['nobody', '…'],
    ] as const) {
      expect(maskedAddress(address), address).to.equal(shown)
    }
  })

  it('is no link and no token, wherever a mail server quotes one', () => {
    const token = 'AbC-_'.repeat(8) + 'xyz'
    for (const reply of [
      `550 blocked: https://console.example.org/reset-password?token=${token} is on a list`,
      `554 the text "${token}" looks like spam`,
      `550 HTTP://x/?${token}`.toLowerCase(),
    ]) {
      expect(withoutLinks(reply), reply)
        .not.to.include(token)
        .and.not.to.match(/token=|http/)
    }
    const plain = '550 5.1.1 <anna@example.org>: Recipient address rejected: User unknown in virtual mailbox table'
    expect(withoutLinks(plain)).to.equal(plain)
  })
})
