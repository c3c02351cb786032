import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { RequestError } from 'got'
import type { Got } from 'got'
import * as t from 'io-ts'
import type { IdentityFailure, IdentityProvider } from '../../application/ports/accounts/identity-provider.ts'
import { parseEmail } from '../../domain/identity/email-address.ts'
import type { EmailAddress } from '../../domain/identity/email-address.ts'
import type { SocialIdentity } from '../../domain/identity/social-identity.ts'
import { cleanDisplayName, isProviderSubject } from './person-fields.ts'
import { parsedJson } from '../../domain/json.ts'

interface YandexUserInfoOptions {
  readonly http: Got
  readonly clientId: string
  readonly userInfoUrl: string
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 5_000
const TOKEN_PATTERN = /^[\x21-\x7e]{1,4096}$/

const userInfo = t.intersection([
  t.type({ id: t.string, client_id: t.string }),
  t.partial({ default_email: t.unknown, emails: t.unknown, display_name: t.unknown, real_name: t.unknown }),
])

/** The domains of Yandex's own mailboxes. Yandex does not verify any other address in a profile. */
const OWN_DOMAINS: ReadonlySet<string> = new Set([
  'yandex.ru',
  'yandex.com',
  'yandex.by',
  'yandex.kz',
  'yandex.ua',
  'ya.ru',
  'narod.ru',
])

const INVALID: Either<IdentityFailure, never> = left({ tag: 'invalid_identity_token' })
const UNAVAILABLE: Either<IdentityFailure, never> = left({ tag: 'identity_provider_unavailable' })

const emailOf = ({ default_email, emails }: t.TypeOf<typeof userInfo>): EmailAddress | null => {
  const listed: readonly unknown[] = Array.isArray(emails) ? emails : []
  for (const candidate of [default_email, ...listed]) {
    const email = typeof candidate === 'string' ? parseEmail(candidate) : INVALID
    if (isRight(email)) return email.right
  }
  return null
}

const isOwn = ({ folded }: EmailAddress): boolean => OWN_DOMAINS.has(folded.slice(folded.lastIndexOf('@') + 1))

const identityOf = (body: string, clientId: string): Either<IdentityFailure, SocialIdentity> => {
  const info = userInfo.decode(parsedJson(body))
  // An unreadable answer does not prove that the token is bad.
  if (isLeft(info)) return UNAVAILABLE
  const { id, client_id, display_name, real_name } = info.right
  // Otherwise another service could sign in here with the tokens of its own visitors.
  if (client_id !== clientId || !isProviderSubject(id)) return INVALID
  const email = emailOf(info.right)
  return right({
    provider: 'yandex',
    subject: id,
    email,
    emailVouched: email !== null && isOwn(email),
    displayName: cleanDisplayName(display_name) ?? cleanDisplayName(real_name),
    singleUse: null,
  })
}

/** Asks Yandex for the person behind an access token. */
export const yandexUserInfo = (options: YandexUserInfoOptions): IdentityProvider => {
  const { http, clientId, userInfoUrl, timeoutMs = TIMEOUT_MS } = options
  return {
    identify: async ({ token }) => {
      if (!TOKEN_PATTERN.test(token)) return INVALID
      try {
        const { statusCode, body } = await http(userInfoUrl, {
          searchParams: { format: 'json' },
          headers: { authorization: `OAuth ${token}` },
          timeout: { request: timeoutMs },
        })
        if (statusCode === 401 || statusCode === 403 || statusCode === 400) return INVALID
        if (statusCode !== 200) return UNAVAILABLE
        return identityOf(body, clientId)
      } catch (error) {
        if (error instanceof RequestError) return UNAVAILABLE
        throw error
      }
    },
  }
}
