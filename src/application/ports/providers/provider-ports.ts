import type { ModelKind } from '../../../domain/catalog/model.ts'
import type { ChatProvider } from './chat-provider.ts'
import type { EmbeddingProvider } from './embedding-provider.ts'
import type { ImageProvider } from './image-provider.ts'
import type { SpeechProvider } from './speech-provider.ts'
import type { TranscriptionProvider } from './transcription-provider.ts'
import type { VideoProvider } from './video-provider.ts'

/**
 * The port by which a provider is asked, for each kind of model. A new kind is a line here: what decorates or collects
 * ports does so for every kind of this map. `ProviderPorts` does not compile without all kinds.
 */
export interface PortByKind {
  readonly chat: ChatProvider
  readonly image: ImageProvider
  readonly speech: SpeechProvider
  readonly embedding: EmbeddingProvider
  readonly transcription: TranscriptionProvider
  readonly video: VideoProvider
}

/** What one provider can be asked for. */
export type ProviderPorts = { readonly [K in ModelKind]?: PortByKind[K] }

/** The ports of all providers that serve one kind of model, by the provider's id. */
export type ProvidersByKind = <K extends ModelKind>(kind: K) => ReadonlyMap<string, PortByKind[K]>

type MapPort = <K extends ModelKind>(port: PortByKind[K], kind: K) => PortByKind[K]

/** The same ports, each through `map`. Kinds that the provider does not support are left out. */
export const mapPorts = (ports: ProviderPorts, map: MapPort): ProviderPorts => {
  const mapped = <K extends ModelKind>(kind: K): readonly (readonly [K, PortByKind[K]])[] => {
    const port: PortByKind[K] | undefined = ports[kind]
    return port === undefined ? [] : [[kind, map(port, kind)]]
  }
  return Object.fromEntries((Object.keys(ports) as ModelKind[]).flatMap((kind) => mapped(kind)))
}
