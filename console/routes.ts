/** Who may see a page: everybody, people who are signed in, or operators. */
export type Audience = 'everybody' | 'account' | 'operator'

export interface Route {
  /** The name of the page. */
  readonly page: string
  /** `:name` stands for one part of the address, `*name` for all that follows. */
  readonly path: string
  readonly audience: Audience
}

/** Every page of the console. The service offers these addresses; a link to one opens there. */
export const ROUTES = [
  { page: 'overview', path: '/', audience: 'account' },
  { page: 'models', path: '/models', audience: 'account' },
  { page: 'model', path: '/models/*id', audience: 'account' },
  { page: 'playground', path: '/playground', audience: 'account' },
  { page: 'playground-images', path: '/playground/images', audience: 'account' },
  { page: 'playground-speech', path: '/playground/speech', audience: 'account' },
  { page: 'playground-transcription', path: '/playground/transcription', audience: 'account' },
  { page: 'playground-video', path: '/playground/video', audience: 'account' },
  { page: 'conversations', path: '/conversations', audience: 'account' },
  { page: 'conversation', path: '/conversations/:id', audience: 'account' },
  { page: 'gallery', path: '/gallery', audience: 'account' },
  { page: 'keys', path: '/keys', audience: 'account' },
  { page: 'requests', path: '/requests', audience: 'account' },
  { page: 'request', path: '/requests/:id', audience: 'account' },
  { page: 'wallet', path: '/wallet', audience: 'account' },
  { page: 'settings', path: '/settings', audience: 'account' },
  { page: 'webhooks', path: '/settings/webhooks', audience: 'account' },
  { page: 'webhook', path: '/settings/webhooks/:id', audience: 'account' },
  { page: 'operator-overview', path: '/operator', audience: 'operator' },
  { page: 'operator-accounts', path: '/operator/accounts', audience: 'operator' },
  { page: 'operator-account', path: '/operator/accounts/:id', audience: 'operator' },
  { page: 'operator-top-ups', path: '/operator/topups', audience: 'operator' },
  { page: 'operator-top-up', path: '/operator/topups/:id', audience: 'operator' },
  { page: 'operator-mail', path: '/operator/mail', audience: 'operator' },
  { page: 'operator-jobs', path: '/operator/jobs', audience: 'operator' },
  { page: 'operator-providers', path: '/operator/providers', audience: 'operator' },
  { page: 'operator-catalog', path: '/operator/catalog', audience: 'operator' },
  { page: 'operator-actions', path: '/operator/actions', audience: 'operator' },
  { page: 'sign-in', path: '/sign-in', audience: 'everybody' },
  { page: 'sign-up', path: '/sign-up', audience: 'everybody' },
  { page: 'oauth', path: '/oauth/:provider', audience: 'everybody' },
  { page: 'verify-email', path: '/verify-email', audience: 'everybody' },
  { page: 'unsubscribe', path: '/unsubscribe', audience: 'everybody' },
  { page: 'forgot-password', path: '/forgot-password', audience: 'everybody' },
  { page: 'reset-password', path: '/reset-password', audience: 'everybody' },
] as const satisfies readonly Route[]

export type PageName = (typeof ROUTES)[number]['page']
