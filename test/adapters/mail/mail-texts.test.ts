import { expect } from 'chai'
import { mailText, unsubscribeHeaders } from '../../../src/adapters/mail/mail-texts.ts'
import { ACCESS_ENDED } from '../../../src/domain/mail/outgoing-mail.ts'
import { ALERT_KINDS } from '../../../src/domain/mail/notification-settings.ts'

const HEAD = { id: 'mail-1', to: 'anna@example.org' }
const LINK = 'https://app.example.org/x?token=abc'

describe('mail texts', () => {
  for (const kind of ['verify_email', 'reset_password'] as const) {
    for (const locale of ['en', 'ru'] as const) {
      it(`of ${kind} in ${locale} carry the link on a line of its own, and how long it works`, () => {
        const { subject, body } = mailText({ ...HEAD, kind, locale, link: LINK })
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

  it('of a verification explain what happens when the link is opened elsewhere', () => {
    const of = (locale: 'en' | 'ru') => mailText({ ...HEAD, kind: 'verify_email', locale, link: LINK }).body
    expect(of('en'))
      .to.include('give the password of the account')
      .and.include('sessions, API keys')
      .and.include('webhooks')
    expect(of('ru')).to.include('укажите там её пароль').and.include('ключи API').and.include('вебхуки')
  })

  const notices = [
    'identity_linked',
    'identity_unlinked',
    'key_created',
    'key_deleted',
    'password_changed',
    'password_reset',
    'account_deleted',
  ] as const
  for (const kind of notices) {
    for (const locale of ['en', 'ru'] as const) {
      it(`of ${kind} in ${locale} say what happened and what to do, and carry no link`, () => {
        const detail = kind.startsWith('key') ? 'sk-aiagg-abc…wxyz' : kind.startsWith('identity') ? 'google' : null
        const { subject, body } = mailText({ ...HEAD, kind, locale, detail })
        expect(/[а-яё]/i.test(subject)).to.equal(locale === 'ru')
        if (kind.startsWith('key')) expect(body).to.include('sk-aiagg-abc…wxyz')
        if (kind.startsWith('identity')) expect(body).to.include('Google')
        expect(body).to.include(locale === 'ru' ? 'Если это были вы' : 'If it was you')
        expect(`${subject}${body}`).to.not.match(/undefined|null|\$\{|https?:/)
      })
    }
  }

  it('of a new password say what else opens the account, and what became of it', () => {
    const bodyOf = (kind: 'password_changed' | 'password_reset', locale: 'en' | 'ru', detail: string | null) =>
      mailText({ ...HEAD, kind, locale, detail }).body
    for (const kind of ['password_changed', 'password_reset'] as const) {
      expect(bodyOf(kind, 'en', null)).to.include('API keys, linked accounts and webhooks work as before')
      expect(bodyOf(kind, 'ru', null)).to.include('ключи API, привязанные аккаунты и вебхуки работают как прежде')
    }
    const ended = { en: bodyOf('password_reset', 'en', ACCESS_ENDED), ru: bodyOf('password_reset', 'ru', ACCESS_ENDED) }
    expect(ended.en).to.include('every webhook is disabled').and.not.include('as before')
    expect(ended.ru).to.include('вебхуки отключены').and.not.include('как прежде')
  })

  const unsubscribe = { page: 'https://app.example.org/u?token=a', oneClick: 'https://api.example.org/u?token=a' }
  const facts = {
    balance_low: { balance: '45.10', threshold: '100.00' },
    key_budget_80: { key: 'sk-aiagg-abc…wxyz', spent: '80.00', limit: '90.00' },
    key_budget_100: { key: 'sk-aiagg-abc…wxyz', spent: '90.00', limit: '90.00' },
    topup_failed: { amount: '500.00', currency: 'RUB' },
    webhook_disabled: { url: 'https://hooks.example.com/' },
  } as const
  for (const kind of ALERT_KINDS) {
    for (const locale of ['en', 'ru'] as const) {
      it(`of ${kind} in ${locale} say what happened, and end with the link that ends them`, () => {
        const message = { ...HEAD, kind, locale, facts: facts[kind], unsubscribe }
        const { subject, body } = mailText(message)
        expect(/[а-яё]/i.test(subject)).to.equal(locale === 'ru')
        for (const fact of Object.values(facts[kind])) expect(body).to.include(fact)
        expect(body.split('\n')).to.include(unsubscribe.page)
        expect(`${subject}${body}`).to.not.match(/undefined|null|\$\{/)
        expect(unsubscribeHeaders(message)).to.deep.equal({
          'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        })
      })
    }
  }

  it('of every other kind have no link that ends them', () => {
    expect(unsubscribeHeaders({ ...HEAD, kind: 'key_created', locale: 'en', detail: null })).to.deep.equal({})
  })
})
