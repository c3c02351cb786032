import type { Json } from '../ledger/transfer.ts'
import type { Tariff } from '../pricing/tariff.ts'

export type ModelKind = 'chat' | 'image' | 'video' | 'speech'

export type Capability = 'image_input' | 'tools' | 'json_schema' | 'audio_output'

/** One upstream place where a model can be had. A model lists its deployments in order of preference. */
export interface Deployment {
  /** A provider of the catalogue. */
  readonly provider: string
  /** The model's id at that provider. */
  readonly upstreamModel: string
  /** Fixed fields merged into every request body sent there. */
  readonly parameters: Readonly<Record<string, Json>>
}

export interface ModelLimits {
  /** Tokens held and sent upstream as the limit when the caller sets none. */
  readonly defaultOutputTokens: number
  /** The most the model can produce in one choice, whatever the caller asks. */
  readonly maxOutputTokens: number
  /** Prompt and completion together, as far as the vendor says. */
  readonly contextTokens: number | null
  /** The largest `n`. */
  readonly maxChoices: number
  /** Prompt tokens counted for one image in a message when a hold or an estimate is made. */
  readonly imageInputTokens: number
}

export interface Model {
  /** `<vendor>/<model>`, the `model` parameter of every endpoint. */
  readonly id: string
  readonly kind: ModelKind
  readonly capabilities: ReadonlySet<Capability>
  readonly limits: ModelLimits
  readonly deployments: readonly Deployment[]
  readonly tariff: Tariff
  /** Names the exact prices, so that a charge can be explained years later. */
  readonly tariffVersion: string
  /** Unix seconds; 0 where unknown. */
  readonly created: number
  /** Unix seconds from which the vendor no longer answers; null or absent where it has named no day. */
  readonly retires?: number | null | undefined
  /** Request fields the model's vendors would ignore in silence; asking for one is refused. */
  readonly unsupportedParameters?: ReadonlySet<string> | undefined
}

/** The `<vendor>` of `<vendor>/<model>`. */
export const vendorOf = (modelId: string): string => modelId.slice(0, Math.max(0, modelId.indexOf('/')))
