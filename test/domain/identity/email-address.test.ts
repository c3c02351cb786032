import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { parseEmail } from '../../../src/domain/identity/email-address.ts'

const foldedOf = (text: string): string | null => {
  const email = parseEmail(text)
  return isRight(email) ? email.right.folded : null
}

describe('e-mail address', () => {
  const accepted: readonly (readonly [string, string])[] = [
    ['anna@example.org', 'anna@example.org'],
    ['Anna.Petrova+gateway@Mail.Example.ORG', 'anna.petrova+gateway@mail.example.org'],
    ["o'neil_1@a-b.co", "o'neil_1@a-b.co"],
    ['ПОЧТА@Пример.РФ', 'почта@пример.рф'],
    ['x@xn--e1afmkfd.xn--p1ai', 'x@xn--e1afmkfd.xn--p1ai'],
    // é as one code point and as e with an accent are one address.
    ['Jose\u0301@example.org', 'jos\u00e9@example.org'],
  ]
  for (const [text, folded] of accepted) {
    it(`reads ${text}`, () => expect(foldedOf(text)).to.equal(folded))
  }

  const refused = [
    '',
    'anna',
    'anna@',
    '@example.org',
    'anna@localhost',
    'anna@example..org',
    'anna@-example.org',
    'anna@example.o',
    'anna@127.0.0.1',
    'anna@[127.0.0.1]',
    '.anna@example.org',
    'anna.@example.org',
    'an na@example.org',
    'anna@exam ple.org',
    'anna@@example.org',
    ' anna@example.org',
    'anna@example.org\n',
    'anna\u200b@example.org',
    'anna@example.org,boris@example.org',
    '<anna@example.org>',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.org`,
  ]
  for (const text of refused) {
    it(`refuses ${JSON.stringify(text).slice(0, 60)}`, () => expect(foldedOf(text)).to.equal(null))
  }

  it('keeps the case its owner wrote', () => {
    const email = parseEmail('Anna@Example.org')
    expect(isRight(email) && email.right.address).to.equal('Anna@Example.org')
  })

  it('refuses hostile text, over which a pattern that backtracks would not end', () => {
    for (const piece of ['a.', 'a', 'a-', '.']) {
      expect(foldedOf(`${piece.repeat(100_000)}@${piece.repeat(100_000)}`)).to.equal(null)
      expect(foldedOf(`a@${piece.repeat(120)}!`)).to.equal(null)
    }
  })
})
