import type { OneTimePurpose } from '../../domain/identity/one-time-token.ts'
import type { Config } from './config.ts'
import { localUrl } from './local-url.ts'

const PAGES: Readonly<Record<OneTimePurpose, string>> = {
  verify_email: 'verify-email',
  reset_password: 'reset-password',
}

/** Where the links of mail lead: pages of the front end, which hand the token to this API. */
export const mailLinks = (config: Pick<Config, 'publicAppUrl' | 'publicBaseUrl' | 'host' | 'port'>) => {
  const home = config.publicAppUrl ?? config.publicBaseUrl ?? localUrl(config.host, config.port)
  return (kind: OneTimePurpose, token: string): string => `${home}/${PAGES[kind]}?token=${token}`
}
