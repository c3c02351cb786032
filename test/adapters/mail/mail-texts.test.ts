import { expect } from 'chai'
import { mailText } from '../../../src/adapters/mail/mail-texts.ts'

const LINK = 'https://app.example.org/x?token=abc'

describe('mail texts', () => {
  for (const kind of ['verify_email', 'reset_password'] as const) {
    for (const locale of ['en', 'ru'] as const) {
      it(`of ${kind} in ${locale} carry the link on a line of its own, and how long it works`, () => {
        const { subject, body } = mailText(kind, locale, LINK)
        expect(body.split('\n')).to.include(LINK)
        expect(/[а-яё]/i.test(subject)).to.equal(locale === 'ru')
        const life = {
          verify_email: { en: '24 hours', ru: '24 часов' },
          reset_password: { en: 'one hour', ru: '1 часа' },
        }
        expect(body).to.include(life[kind][locale])
        expect(`${subject}${body}`).to.not.match(/undefined|\$\{/)
      })
    }
  }
})
