import type { PageName } from '../../console/routes.ts'
import type { ScaleRows } from './scale-rows.ts'

/**
 * Every page of the console, at the addresses under which its questions are worth timing: as it opens, and with each of
 * its searches. Filters stand in the address, so an address is all that the browser needs.
 */
export const pageAddresses = (rows: ScaleRows): Readonly<Record<PageName, readonly string[]>> => ({
  overview: ['/'],
  models: ['/models'],
  model: ['/models/sandbox/echo'],
  playground: ['/playground'],
  'playground-images': ['/playground/images'],
  'playground-speech': ['/playground/speech'],
  'playground-transcription': ['/playground/transcription'],
  'playground-video': ['/playground/video'],
  conversations: ['/conversations'],
  conversation: [`/conversations/${rows.conversation}`],
  gallery: ['/gallery', '/gallery?kind=video', '/gallery?source=sent'],
  keys: ['/keys'],
  requests: [
    '/requests',
    `/requests?model=${rows.rareModel}`,
    '/requests?model=maker/none',
    `/requests?key=${rows.keyId}`,
    '/requests?outcome=upstream_failed',
    `/requests?model=${rows.rareModel}&key=${rows.keyId}&outcome=refused`,
  ],
  request: [`/requests/${rows.operation}`],
  wallet: ['/wallet'],
  settings: ['/settings'],
  webhooks: ['/settings/webhooks'],
  webhook: [`/settings/webhooks/${rows.webhook}`],
  'operator-overview': ['/operator'],
  'operator-accounts': [
    '/operator/accounts',
    '/operator/accounts?search=5',
    '/operator/accounts?search=99999%40example.org',
    '/operator/accounts?search=nobody',
    `/operator/accounts?search=${rows.middleAccount}`,
  ],
  'operator-account': [`/operator/accounts/${rows.heavyAccount}`, `/operator/accounts/${rows.middleAccount}`],
  'operator-top-ups': [
    '/operator/topups',
    '/operator/topups?status=pending',
    '/operator/topups?status=canceled',
    '/operator/topups?status=succeeded',
  ],
  'operator-top-up': [`/operator/topups/${rows.topUp}`],
  'operator-mail': ['/operator/mail'],
  'operator-jobs': ['/operator/jobs'],
  'operator-providers': ['/operator/providers'],
  'operator-catalog': ['/operator/catalog'],
  'operator-actions': [
    '/operator/actions',
    '/operator/actions?operator=operator-7%40example.org',
    `/operator/actions?subject=${rows.middleAccount}`,
    '/operator/actions?operator=nobody&subject=nothing',
  ],
  'sign-in': ['/sign-in'],
  'sign-up': ['/sign-up'],
  oauth: ['/oauth/google'],
  'verify-email': ['/verify-email'],
  unsubscribe: ['/unsubscribe'],
  'forgot-password': ['/forgot-password'],
  'reset-password': ['/reset-password'],
})
