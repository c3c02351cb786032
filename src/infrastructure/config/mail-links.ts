import type { OneTimePurpose } from '../../domain/identity/one-time-token.ts'
import type { Config } from './config.ts'
import { apiUrl } from './local-url.ts'

const PAGES: Readonly<Record<OneTimePurpose, string>> = {
  verify_email: 'verify-email',
  reset_password: 'reset-password',
}

type Homes = Pick<Config, 'publicAppUrl' | 'publicBaseUrl' | 'host' | 'port'>

const pageHome = (config: Homes): string => config.publicAppUrl ?? apiUrl(config)

/** Where the links of mail lead: pages of the front end, which hand the token to this API. */
export const mailLinks = (config: Homes) => {
  const home = pageHome(config)
  return (kind: OneTimePurpose, token: string): string => `${home}/${PAGES[kind]}?token=${token}`
}

/** Where an alert is turned off: a page of the front end, and the endpoint itself for one POST of a mail program. */
export const unsubscribeLinks = (config: Homes) => {
  const [page, oneClick] = [`${pageHome(config)}/unsubscribe`, `${apiUrl(config)}/v1/me/notifications/unsubscribe`]
  return (token: string) => ({ page: `${page}?token=${token}`, oneClick: `${oneClick}?token=${token}` })
}

/** Where the payment provider sends a person back to: the wallet, where there is a front end. */
export const paidLink = (config: Homes & Pick<Config, 'console'>): string =>
  `${pageHome(config)}/${config.console || config.publicAppUrl !== null ? 'wallet' : ''}`
