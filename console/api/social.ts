import type { Operations } from './api-types.ts'

export type OfferedProvider = Operations['GET /v1/auth/methods']['answer']['providers'][number]
export type SocialProvider = OfferedProvider['provider']

/** The names that the providers use for themselves. */
export const PROVIDER_NAMES: Readonly<Record<SocialProvider, string>> = { google: 'Google', yandex: 'Yandex ID' }

/** What the console does with the token that a provider gives. */
export type SocialPurpose = 'sign_in' | 'link' | 'prove'

/** A visit to a provider that this tab began. It is kept until the person comes back, and used once. */
interface BegunVisit {
  readonly provider: SocialProvider
  readonly purpose: SocialPurpose
  /** An address of the console, where the person goes afterwards. */
  readonly next: string
  readonly state: string
  readonly nonce: string
}

const STORED = 'gateway.social-visit'

const randomText = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Google gives a signed token with the nonce in it, Yandex a token that its own service explains. */
const askFor = (provider: SocialProvider, nonce: string): Readonly<Record<string, string>> =>
  provider === 'google'
    ? { response_type: 'id_token', scope: 'openid email profile', nonce, prompt: 'select_account' }
    : { response_type: 'token' }

/** Leaves the console for the page of a provider, which sends the person back to `/oauth/:provider`. */
export const visitProvider = (offered: OfferedProvider, purpose: SocialPurpose, next: string): void => {
  const { provider, client_id: clientId, authorize_url: authorizeUrl } = offered
  const begun: BegunVisit = { provider, purpose, next, state: randomText(), nonce: randomText() }
  sessionStorage.setItem(STORED, JSON.stringify(begun))
  const asked = new URLSearchParams({
    ...askFor(provider, begun.nonce),
    client_id: clientId,
    redirect_uri: `${window.location.origin}/oauth/${provider}`,
    state: begun.state,
  })
  window.location.assign(`${authorizeUrl}?${asked.toString()}`)
}

/** How a visit to a provider ended. */
export type SocialReturn =
  | {
      readonly tag: 'token'
      readonly provider: SocialProvider
      readonly purpose: SocialPurpose
      readonly next: string
      readonly token: string
      readonly nonce: string
    }
  /** The person, or the provider, has stopped it. */
  | { readonly tag: 'stopped'; readonly purpose: SocialPurpose }
  /** This tab has begun no such visit: the address was made by another site, or is opened a second time. */
  | { readonly tag: 'not_begun' }

const takeBegun = (): BegunVisit | null => {
  const stored = sessionStorage.getItem(STORED)
  sessionStorage.removeItem(STORED)
  return stored === null ? null : (JSON.parse(stored) as BegunVisit)
}

/** Reads with what a provider sent the person back, from the fragment or, for errors, the query of the address. */
export const readReturn = (provider: string, { hash, search }: Pick<Location, 'hash' | 'search'>): SocialReturn => {
  const begun = takeBegun()
  const sent = new URLSearchParams(hash.length > 1 ? hash.slice(1) : search)
  if (begun === null || begun.provider !== provider || sent.get('state') !== begun.state) return { tag: 'not_begun' }
  const token = sent.get(begun.provider === 'google' ? 'id_token' : 'access_token')
  if (token === null) return { tag: 'stopped', purpose: begun.purpose }
  const { purpose, next, nonce } = begun
  return { tag: 'token', provider: begun.provider, purpose, next, token, nonce }
}
