import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { COMMON_PASSWORDS } from '../../../src/domain/identity/common-passwords.ts'
import { checkPassword } from '../../../src/domain/identity/password-policy.ts'

const email = { address: 'Anna@Example.org', folded: 'anna@example.org' }

const ruleBroken = (password: string): string | null => {
  const verdict = checkPassword(password, email)
  return isLeft(verdict) ? verdict.left.rule : null
}

describe('password policy', () => {
  const cases: readonly (readonly [string, string, string | null])[] = [
    ['nine characters', 'kotopes-9', 'too_short'],
    ['ten characters', 'kotopes-10', null],
    ['128 characters', 'kx'.repeat(64), null],
    ['129 characters', `${'kx'.repeat(64)}y`, 'too_long'],
    ['nine characters of two units each', '😀🐈🎈🌍🚀🍎🔥🎵⚽', 'too_short'],
    ['ten characters of two units each', '😀🐈🎈🌍🚀🍎🔥🎵⚽🎲', null],
    ['a common one', 'qwertyuiop', 'common'],
    ['a common one in capitals', 'PassWord123', 'common'],
    ['a common Russian one', 'йцукенгшщз', 'common'],
    ['one character over and over', 'aaaaaaaaaaaa', 'common'],
    ['the e-mail address', 'anna@EXAMPLE.org', 'same_as_email'],
    ['words with spaces', 'five small grey cats', null],
  ]
  for (const [name, password, rule] of cases) {
    it(`${rule === null ? 'accepts' : 'refuses'} ${name}`, () => expect(ruleBroken(password)).to.equal(rule))
  }

  it('returns one form for one password typed in two ways', () => {
    const composed = checkPassword('caf\u00e9-caf\u00e9-9', email)
    const decomposed = checkPassword('cafe\u0301-cafe\u0301-9', email)
    expect(isRight(composed)).to.equal(true)
    expect(decomposed).to.deep.equal(composed)
  })

  it('knows more than a thousand common passwords, all long enough to need knowing', () => {
    expect(COMMON_PASSWORDS.size).to.be.greaterThan(1_000)
    for (const password of COMMON_PASSWORDS) {
      expect(Array.from(password).length).to.be.at.least(10)
      expect(password).to.equal(password.toLowerCase().normalize('NFC'))
    }
  })
})
