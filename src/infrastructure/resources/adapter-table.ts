import type { UrlFetcher } from '../../application/ports/media/url-fetcher.ts'
import type { PortByKind } from '../../application/ports/providers/provider-ports.ts'
import type { ModelKind, NativeWire } from '../../domain/catalog/model.ts'
import type { Provider, ProviderAdapter } from '../../domain/catalog/provider.ts'
import { anthropicChat } from '../../adapters/providers/anthropic/chat-provider.ts'
import { googleChat } from '../../adapters/providers/google/chat/chat-provider.ts'
import { googleEmbeddings } from '../../adapters/providers/google/embeddings/embedding-provider.ts'
import { googleImages } from '../../adapters/providers/google/images/image-provider.ts'
import { googleSpeech } from '../../adapters/providers/google/speech/speech-provider.ts'
import { googleTranscriptions } from '../../adapters/providers/google/transcription/transcription-provider.ts'
import { googleVideo } from '../../adapters/providers/google/video/video-provider.ts'
import { openAiCompatibleEmbeddings } from '../../adapters/providers/openai-compatible/embeddings/embedding-provider.ts'
import { openAiCompatibleChat } from '../../adapters/providers/openai-compatible/chat-provider.ts'
import { DIALECTS, isDialect } from '../../adapters/providers/openai-compatible/dialects.ts'
import type { Dialect } from '../../adapters/providers/openai-compatible/dialects.ts'
import { chatCount } from '../../adapters/providers/openai/count-wires.ts'
import { openAiImages } from '../../adapters/providers/openai/images/image-provider.ts'
import { openAiResponses } from '../../adapters/providers/openai/responses/responses-wire.ts'
import { openAiSpeech } from '../../adapters/providers/openai/speech/speech-provider.ts'
import { openAiTranscriptions } from '../../adapters/providers/openai/transcription/transcription-provider.ts'
import { sandboxChat } from '../../adapters/providers/sandbox/chat-provider.ts'
import { sandboxEmbeddings } from '../../adapters/providers/sandbox/embedding-provider.ts'
import { sandboxImages } from '../../adapters/providers/sandbox/image-provider.ts'
import { sandboxSpeech } from '../../adapters/providers/sandbox/speech-provider.ts'
import { sandboxTranscriptions } from '../../adapters/providers/sandbox/transcription-provider.ts'
import { sandboxVideo } from '../../adapters/providers/sandbox/video-provider.ts'
import type { ProviderConnection } from '../../adapters/providers/upstream/provider-http.ts'
import { xaiImages } from '../../adapters/providers/xai/images/image-provider.ts'
import { QUALITIES } from '../../adapters/providers/xai/images/to-request.ts'
import { xaiVideo } from '../../adapters/providers/xai/video/video-provider.ts'

/** What an adapter may need to serve one provider of the catalogue. */
export interface AdapterDeps extends ProviderConnection {
  readonly fetcher: UrlFetcher
  readonly provider: Provider
}

type PortFactories = { readonly [K in ModelKind]?: (deps: AdapterDeps) => PortByKind[K] }

interface Adapter {
  /** How each kind of model is asked for. The kinds named here are the kinds that the catalogue allows. */
  readonly ports: PortFactories
  readonly dialects?: readonly string[]
  readonly nativeWires?: readonly NativeWire[]
  readonly imageQualities?: ReadonlySet<string>
  readonly isInProcess?: true
}

/** Chat on OpenAI's wire, in the dialect that the catalogue names. */
const openAiChat =
  (usual: Dialect, ofOpenAi: Pick<Parameters<typeof openAiCompatibleChat>[0], 'native' | 'count'> = {}) =>
  (deps: AdapterDeps): PortByKind['chat'] => {
    const { dialect, passFields = [] } = deps.provider
    return openAiCompatibleChat({
      ...deps,
      passFields,
      dialect: isDialect(dialect) ? dialect : usual,
      ...ofOpenAi,
    })
  }

/**
 * Every adapter, by the name that `adapter:` has in catalog.yaml. A new provider with a wire of its own is a line here.
 */
const ADAPTERS: Readonly<Record<string, Adapter>> = {
  'openai-compatible': {
    dialects: DIALECTS,
    ports: {
      chat: openAiChat('plain'),
      embedding: openAiCompatibleEmbeddings,
      transcription: openAiTranscriptions,
    },
  },
  openai: {
    dialects: DIALECTS,
    nativeWires: ['responses'],
    ports: {
      chat: openAiChat('openai', { native: openAiResponses, count: chatCount }),
      image: openAiImages,
      speech: openAiSpeech,
      embedding: openAiCompatibleEmbeddings,
      transcription: openAiTranscriptions,
    },
  },
  google: {
    imageQualities: new Set(),
    ports: {
      chat: googleChat,
      image: googleImages,
      speech: googleSpeech,
      video: googleVideo,
      embedding: googleEmbeddings,
      transcription: googleTranscriptions,
    },
  },
  anthropic: { nativeWires: ['messages'], ports: { chat: anthropicChat } },
  xai: {
    dialects: DIALECTS,
    imageQualities: QUALITIES,
    ports: { chat: openAiChat('xai'), image: xaiImages, video: xaiVideo },
  },
  sandbox: {
    isInProcess: true,
    ports: {
      chat: ({ timeouts }) =>
        sandboxChat(timeouts?.idleTimeoutMs === undefined ? {} : { idleTimeoutMs: timeouts.idleTimeoutMs }),
      image: sandboxImages,
      speech: sandboxSpeech,
      video: sandboxVideo,
      embedding: sandboxEmbeddings,
      transcription: sandboxTranscriptions,
    },
  },
}

const kindsOf = (ports: PortFactories): readonly ModelKind[] => Object.keys(ports) as ModelKind[]

/** What the catalogue may say of each adapter. */
export const PROVIDER_ADAPTERS: ReadonlyMap<string, ProviderAdapter> = new Map(
  Object.entries(ADAPTERS).map(
    ([name, { ports, dialects = [], nativeWires = [], imageQualities, isInProcess = false }]) => [
      name,
      {
        name,
        serves: new Set(kindsOf(ports)),
        dialects: new Set(dialects),
        nativeWires: new Set(nativeWires),
        imageQualities,
        isInProcess,
      },
    ],
  ),
)

/** The ports of one provider. */
export const providerPorts = (deps: AdapterDeps): { readonly [K in ModelKind]?: PortByKind[K] } => {
  const { name } = deps.provider.adapter
  const adapter = ADAPTERS[name]
  if (adapter === undefined) throw new Error(`no adapter is called ${name}`)
  const { ports } = adapter
  const portOf = <K extends ModelKind>(kind: K): readonly [K, PortByKind[K] | undefined] => [kind, ports[kind]?.(deps)]
  return Object.fromEntries(kindsOf(ports).map((kind) => portOf(kind)))
}
