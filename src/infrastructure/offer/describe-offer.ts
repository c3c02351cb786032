import type { Config } from '../config/config.ts'
import { isLoopbackHost } from '../config/loopback.ts'
import { providerVariables } from '../config/provider-settings.ts'
import type { Log } from '../observability/logging.ts'
import { paidProviderIds } from './offer.ts'
import type { Offer } from './offer.ts'

const countByKind = ({ catalog }: Pick<Offer, 'catalog'>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { kind } of catalog.models.values()) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** The variables that would bring models, one for each provider of the catalogue that has none set. */
const wantedVariables = ({ unusable }: Offer): readonly string[] => [
  ...unusable
    .filter(({ adapter }) => !adapter.isInProcess)
    .map(({ id, needsApiKey }) => {
      const [apiKey, baseUrl] = providerVariables(id)
      return needsApiKey ? apiKey : baseUrl
    }),
  ...(unusable.some(({ adapter }) => adapter.isInProcess) ? ['SANDBOX=on'] : []),
]

/**
 * A process without models serves accounts, payments and what is stored, so it starts: a date in the catalogue ends no
 * service at its next restart.
 */
const describeNoModel = (offer: Offer, log: Log): void => {
  const { retired } = offer
  const variables = wantedVariables(offer)
  if (retired.length === 0) log.warn({ variables }, 'no model is on offer: each of these variables would bring some')
  else {
    log.warn(
      { retired, variables },
      'no model is on offer: these have retired, so add newer ones to the catalogue, or set one of these variables',
    )
  }
}

/** Tells the operator what this process sells and to whom it listens; each thing that surprises is a warning. */
export const describeOffer = (offer: Offer, config: Config, log: Log): void => {
  const { payments } = offer
  const sold = {
    providers: [...offer.usable.keys()],
    paidProviders: paidProviderIds(offer.usable),
    models: countByKind(offer),
    ...(offer.retired.length === 0 ? {} : { retired: offer.retired }),
  }
  const sellers = payments.providers.map(({ id }) => id).join(', ') || 'none'
  log.info({ ...sold, payments: sellers, registration: config.registration }, 'on offer')
  if (offer.catalog.models.size === 0) describeNoModel(offer, log)
  if (payments.reason !== null) log.warn({ reason: payments.reason }, 'no top-ups are sold')
  if (config.publicBaseUrl === null && !isLoopbackHost(config.host)) {
    log.warn({ host: config.host }, 'PUBLIC_BASE_URL is not set: addresses in answers and mail lead to this machine')
  }
}
