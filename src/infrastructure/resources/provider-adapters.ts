import { providerPorts } from './adapter-table.ts'
import type { AdapterDeps } from './adapter-table.ts'
import { keyScrubber, messageScrubber } from '../../adapters/providers/failures/scrub-message.ts'
import { scrubOutcomes } from '../../adapters/providers/failures/scrub-outcomes.ts'
import type { OutcomeScrubber } from '../../adapters/providers/failures/scrub-outcomes.ts'
import { inlinedChat } from '../../adapters/providers/web-files/inlined-chat.ts'
import type { UpstreamHttp } from '../../adapters/providers/upstream/upstream-http.ts'
import { withHeaders } from '../../adapters/providers/upstream/with-headers.ts'
import type { PortByKind, ProviderPorts, ProvidersByKind } from '../../application/ports/providers/provider-ports.ts'
import { isInternalProvider, joinsTraces } from '../../domain/catalog-check/usable-providers.ts'
import type { UsableProvider } from '../../domain/catalog-check/usable-providers.ts'
import type { ModelKind } from '../../domain/catalog/model.ts'

/** What all providers share: the connections, and the decorator that writes their failures to the log. */
interface Shared extends Omit<AdapterDeps, 'baseUrl' | 'apiKey' | 'provider'> {
  /** The same ports, whose failures the log holds as `scrub` gives them; the caller gets the same. */
  readonly logged: (ports: ProviderPorts, scrub?: OutcomeScrubber['failure']) => ProviderPorts
  /** The same ports, each of whose calls is observed. */
  readonly observed: (ports: ProviderPorts) => ProviderPorts
  /**
   * The headers by which a server of the operator's own joins the trace of the call; absent where nothing is traced.
   */
  readonly traceHeaders?: (() => Readonly<Record<string, string>>) | undefined
}

/** A router passes calls on, so one provider may quote the key of another. */
const scrubberFor = (usable: ReadonlyMap<string, UsableProvider>): OutcomeScrubber => {
  const all = [...usable.values()]
  const secrets = {
    keys: all.flatMap(({ apiKey }) => apiKey ?? []),
    baseUrls: all.flatMap(({ baseUrl }) => baseUrl ?? []),
  }
  return scrubOutcomes({ shown: messageScrubber(secrets), logged: keyScrubber(secrets) })
}

/** The connections to one provider, with the headers that the operator gave it and those of the trace. */
const httpOf = (found: UsableProvider, { http, traceHeaders }: Shared): UpstreamHttp => {
  const { headers = {} } = found.provider
  const baseUrl = found.baseUrl ?? ''
  const dressed = Object.keys(headers).length === 0 ? http : withHeaders(http, baseUrl, () => headers)
  return traceHeaders !== undefined && joinsTraces(found) ? withHeaders(dressed, baseUrl, traceHeaders) : dressed
}

const portsOf = (found: UsableProvider, shared: Shared, scrubber: OutcomeScrubber): ProviderPorts => {
  const { provider, apiKey } = found
  const baseUrl = found.baseUrl ?? ''
  const http = httpOf(found, shared)
  const ports = shared.observed(providerPorts({ ...shared, http, provider, baseUrl, apiKey }))
  if (provider.adapter.isInProcess) return shared.logged(ports)
  const { chat, ...others } = shared.logged(scrubber.jobs(ports), scrubber.failure)
  if (chat === undefined) return others
  return { ...others, chat: isInternalProvider(found) ? inlinedChat(chat, shared.fetcher) : chat }
}

/** The ports of every usable provider, by the kind of model and then by the provider's id. */
export const providerAdapters = (usable: ReadonlyMap<string, UsableProvider>, shared: Shared): ProvidersByKind => {
  const scrubber = scrubberFor(usable)
  const portsById = [...usable].map(([id, found]) => [id, portsOf(found, shared, scrubber)] as const)
  return <K extends ModelKind>(kind: K) => {
    const serving = new Map<string, PortByKind[K]>()
    for (const [id, ports] of portsById) {
      const port: PortByKind[K] | undefined = ports[kind]
      if (port !== undefined) serving.set(id, port)
    }
    return serving
  }
}
