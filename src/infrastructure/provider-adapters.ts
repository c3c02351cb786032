import { anthropicChat } from '../adapters/providers/anthropic/chat-provider.ts'
import { googleChat } from '../adapters/providers/google/chat-provider.ts'
import { googleImages } from '../adapters/providers/google/image-provider.ts'
import { googleSpeech } from '../adapters/providers/google/speech-provider.ts'
import { googleVideo } from '../adapters/providers/google/video-provider.ts'
import { inlinedChat } from '../adapters/providers/images/inlined-chat.ts'
import { openAiImages } from '../adapters/providers/openai/image-provider.ts'
import { openAiSpeech } from '../adapters/providers/openai/speech-provider.ts'
import { openAiCompatibleChat } from '../adapters/providers/openai-compatible/chat-provider.ts'
import { sandboxChat } from '../adapters/providers/sandbox/chat-provider.ts'
import { sandboxImages } from '../adapters/providers/sandbox/image-provider.ts'
import { sandboxSpeech } from '../adapters/providers/sandbox/speech-provider.ts'
import { sandboxVideo } from '../adapters/providers/sandbox/video-provider.ts'
import type { UpstreamHttp } from '../adapters/providers/upstream-http.ts'
import type { UpstreamTimeouts } from '../adapters/providers/upstream-timeouts.ts'
import { keyScrubber, messageScrubber } from '../adapters/providers/failures/scrub-message.ts'
import { scrubbedVendor, type Scrubbers } from '../adapters/providers/failures/scrubbed-vendor.ts'
import type { Vendor } from '../adapters/providers/vendor.ts'
import { withHeaders } from '../adapters/providers/with-headers.ts'
import { xaiImages } from '../adapters/providers/xai/image-provider.ts'
import { xaiVideo } from '../adapters/providers/xai/video-provider.ts'
import type { ChatProvider } from '../application/ports/chat-provider.ts'
import type { ImageProvider } from '../application/ports/image-provider.ts'
import type { SpeechProvider } from '../application/ports/speech-provider.ts'
import type { UrlFetcher } from '../application/ports/url-fetcher.ts'
import type { VideoProvider } from '../application/ports/video-provider.ts'
import type { Dialect, Provider, ProviderAdapter } from '../domain/catalog/provider.ts'
import { isInside, type UsableProvider } from '../domain/catalog/usable-providers.ts'

/** What every adapter may need to reach its vendor. */
interface Reach {
  /** The provider's address; empty for the sandbox, which has none. */
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly http: UpstreamHttp
  readonly timeouts: UpstreamTimeouts
  readonly fetcher: UrlFetcher
  readonly provider: Provider
}

const openAiChat = (reach: Reach, usual: Dialect): ChatProvider => {
  const { dialect, passFields = [] } = reach.provider
  return openAiCompatibleChat({ ...reach, dialect: dialect ?? usual, passFields })
}

/** What all providers share: their way out, and what sees their outcomes. */
interface Shared extends Omit<Reach, 'baseUrl' | 'apiKey' | 'provider'> {
  /** The same vendor with its failures told. */
  readonly logged: (vendor: Vendor) => Vendor
}

/** Which code speaks which wire. The kinds each of them serves stand in domain/catalog/provider.ts. */
const ADAPTERS: Readonly<Record<ProviderAdapter, (reach: Reach) => Vendor>> = {
  'openai-compatible': (reach) => ({ chat: openAiChat(reach, 'plain') }),
  openai: (reach) => ({
    chat: openAiChat(reach, 'openai'),
    images: openAiImages(reach),
    speech: openAiSpeech(reach),
  }),
  google: (reach) => ({
    chat: googleChat(reach),
    images: googleImages(reach),
    speech: googleSpeech(reach),
    videos: googleVideo(reach),
  }),
  anthropic: (reach) => ({ chat: anthropicChat(reach) }),
  xai: (reach) => ({ chat: openAiChat(reach, 'xai'), images: xaiImages(reach), videos: xaiVideo(reach) }),
  sandbox: ({ timeouts }) => ({
    chat: sandboxChat({ idleTimeoutMs: timeouts.idleTimeoutMs }),
    images: sandboxImages(),
    speech: sandboxSpeech(),
    videos: sandboxVideo(),
  }),
}

/** The adapters of every usable provider, by what they are asked for and then by provider id. */
export interface ProviderAdapters {
  readonly chat: ReadonlyMap<string, ChatProvider>
  readonly images: ReadonlyMap<string, ImageProvider>
  readonly speech: ReadonlyMap<string, SpeechProvider>
  readonly videos: ReadonlyMap<string, VideoProvider>
}

const vendorOf = (found: UsableProvider, shared: Shared, scrubbers: Scrubbers): Vendor => {
  const { provider, baseUrl, apiKey } = found
  const http = withHeaders(shared.http, baseUrl ?? '', provider.headers ?? {})
  const vendor = ADAPTERS[provider.adapter]({ ...shared, http, provider, baseUrl: baseUrl ?? '', apiKey })
  if (provider.adapter === 'sandbox') return shared.logged(vendor)
  const scrubbed = shared.logged(scrubbedVendor(vendor, scrubbers))
  return scrubbed.chat === undefined || !isInside(found)
    ? scrubbed
    : { ...scrubbed, chat: inlinedChat(scrubbed.chat, shared.fetcher) }
}

/** A vendor may quote another's key: a router passes calls on. */
const scrubbersFor = (usable: ReadonlyMap<string, UsableProvider>): Scrubbers => {
  const all = [...usable.values()]
  const secrets = {
    keys: all.flatMap(({ apiKey }) => apiKey ?? []),
    baseUrls: all.flatMap(({ baseUrl }) => baseUrl ?? []),
  }
  return { shown: messageScrubber(secrets), logged: keyScrubber(secrets) }
}

export const providerAdapters = (usable: ReadonlyMap<string, UsableProvider>, shared: Shared): ProviderAdapters => {
  const scrubbers = scrubbersFor(usable)
  const vendors = [...usable].map(([id, found]) => [id, vendorOf(found, shared, scrubbers)] as const)
  const those = <P>(pick: (vendor: Vendor) => P | undefined): ReadonlyMap<string, P> =>
    new Map(
      vendors.flatMap(([id, vendor]) => {
        const adapter = pick(vendor)
        return adapter === undefined ? [] : [[id, adapter] as const]
      }),
    )
  return {
    chat: those(({ chat }) => chat),
    images: those(({ images }) => images),
    speech: those(({ speech }) => speech),
    videos: those(({ videos }) => videos),
  }
}
