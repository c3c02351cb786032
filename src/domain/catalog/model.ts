import type { Json } from '../json.ts'
import type { PurchasePrices } from '../pricing/purchase.ts'
import type { ImageTariff, SpeechTariff, TokenTariff, TranscriptionTariff, VideoTariff } from '../pricing/tariff.ts'

/** What goes into a model and what comes out of it. */
export interface Modalities {
  readonly input: readonly string[]
  readonly output: readonly string[]
}

/**
 * Every kind of model, with its modalities. A kind has a member of `Model`, and an entry in each table by kind; without
 * one nothing compiles.
 */
export const MODALITIES = {
  chat: { input: ['text'], output: ['text'] },
  image: { input: ['text'], output: ['image'] },
  video: { input: ['text'], output: ['video'] },
  speech: { input: ['text'], output: ['audio'] },
  embedding: { input: ['text'], output: ['embeddings'] },
  transcription: { input: ['audio'], output: ['text'] },
} as const satisfies Readonly<Record<string, Modalities>>

export type ModelKind = keyof typeof MODALITIES

export const MODEL_KINDS = Object.keys(MODALITIES) as readonly ModelKind[]

/**
 * `file_input` is of chat models that read PDFs; `timestamps`, `translation`, `speakers` are of models that transcribe.
 */
export const CAPABILITIES = [
  'image_input',
  'file_input',
  'tools',
  'json_schema',
  'audio_output',
  'timestamps',
  'translation',
  'speakers',
] as const

export type Capability = (typeof CAPABILITIES)[number]

/** The wires, beside chat completions, in which a provider may be asked as its clients write it. */
export type NativeWire = 'messages' | 'responses'

/** One place at a provider where a model is available. A model lists its deployments in order of preference. */
export interface Deployment {
  /** A provider of the catalogue. */
  readonly provider: string
  /** The model's id at that provider. */
  readonly upstreamModel: string
  /** Fixed fields merged into every request body sent there. */
  readonly parameters: Readonly<Record<string, Json>>
  /** Its share of the calls among equals: neighbours in the list that have a weight too. Absent: it has no equals. */
  readonly weight?: number | undefined
  /** Seconds for which the provider keeps a prompt cached after its last use; absent: five minutes, 0: not at all. */
  readonly promptCacheSeconds?: number | undefined
  /** False: by chat completions the model calls tools only with a `reasoning_effort` of none; absent: always. */
  readonly thinksWithTools?: boolean | undefined
  /** The wires that its provider speaks beside chat completions; absent: none. */
  readonly nativeWires?: ReadonlySet<NativeWire> | undefined
}

export interface ChatLimits {
  /** Tokens held and sent upstream as the limit when the caller sets none. */
  readonly defaultOutputTokens: number
  /** The most the model can produce in one choice, whatever the caller asks. */
  readonly maxOutputTokens: number
  /** Prompt and completion together, as far as the provider says. */
  readonly contextTokens: number | null
  /** The largest `n`. */
  readonly maxChoices: number
  /** Prompt tokens of a usual image in a message: what is charged for one where the provider reports no usage. */
  readonly imageInputTokens: number
  /** The most prompt tokens that the providers count for one image: what is held for it. */
  readonly maxImageInputTokens: number
}

/** The most tokens of a generated image of one quality: `base`, and `perMegapixel` for each million of its pixels. */
interface QualityTokens {
  readonly base: number
  readonly perMegapixel: number
}

/** The most tokens of a generated image, by what a request asks of it. */
export interface ImageTokenBounds {
  /** The pixels of the largest image that may be asked for. */
  readonly maxPixels: number
  /** Every quality that may be asked for: at least one. */
  readonly byQuality: ReadonlyMap<string, QualityTokens>
}

export interface ImageLimits {
  /** The largest `n`. */
  readonly maxImages: number
  /** `<W>x<H>` and names of the provider; null: every size that the provider accepts. */
  readonly sizes: ReadonlySet<string> | null
  /** The most tokens of one input image, for holds under a tariff in tokens. */
  readonly inputTokensPerImage: number
  /**
   * The tokens of one generated image, for charges under a tariff in tokens where the provider reports no usage;
   * without `maxOutputTokens` for holds too.
   */
  readonly outputTokensPerImage: number
  /** For holds under a tariff in tokens; null: every image is bounded by `outputTokensPerImage`. */
  readonly maxOutputTokens: ImageTokenBounds | null
  /**
   * The most tokens of thoughts and words beside one generated image, for holds under a tariff in tokens; absent: the
   * providers count none.
   */
  readonly textOutputTokensPerImage?: number | undefined
}

interface SpeechLimits {
  /** The tokens of one character, for holds and estimates under a tariff in tokens. */
  readonly outputTokensPerCharacter: number
}

interface TranscriptionLimits {
  /** The tokens of one second of sound and of the words in it, for holds and estimates under a tariff in tokens. */
  readonly inputTokensPerSecond: number
  readonly outputTokensPerSecond: number
}

interface VideoLimits {
  /** The lengths that the model makes, in seconds; null: 1 to 60. */
  readonly seconds: ReadonlySet<number> | null
  /** `<W>x<H>`; null: whatever the provider accepts. */
  readonly sizes: ReadonlySet<string> | null
}

interface EmbeddingLimits {
  /** The longest input; null if the provider names no limit. */
  readonly maxInputTokens: number | null
  /** The most dimensions that a request can ask for; null: whatever the provider accepts. */
  readonly dimensions: number | null
}

interface ModelBase {
  /** `<provider>/<model>`, the `model` parameter of every endpoint. */
  readonly id: string
  readonly capabilities: ReadonlySet<Capability>
  readonly deployments: readonly Deployment[]
  /** Names the exact prices, so that a charge can be explained years later. */
  readonly tariffVersion: string
  /** Unix seconds; 0 where unknown. */
  readonly created: number
  /** Unix seconds from which the provider no longer answers; null where it has named no day. */
  readonly retires: number | null
  /** What its provider asks; null where the catalogue does not say. */
  readonly purchase: PurchasePrices | null
  /** Request fields the model's providers would ignore in silence; asking for one is refused. */
  readonly unsupportedParameters: ReadonlySet<string>
}

/** The two names of the wire for the most tokens of an answer. */
export const OUTPUT_LIMIT_FIELDS = ['max_tokens', 'max_completion_tokens'] as const

export type OutputLimitField = (typeof OUTPUT_LIMIT_FIELDS)[number]

export interface ChatModel extends ModelBase {
  readonly kind: 'chat'
  readonly limits: ChatLimits
  readonly tariff: TokenTariff
  /** Whether the provider bills output that it does not show, such as the words of its reasoning. */
  readonly hiddenReasoning: boolean
  /** The vocabulary that the provider counts by, where this gateway has it. */
  readonly tokenizer?: 'o200k' | undefined
  /** The field in which the providers of the model read the limit of an answer. */
  readonly outputLimitField: OutputLimitField
  /** Whether its providers keep that limit, with the words of its reasoning inside it; else no answer is shortened. */
  readonly keepsOutputLimit: boolean
  /** The least limit that an answer is shortened to, in tokens; absent: a limit for all models. */
  readonly leastOutputTokens?: number | undefined
  /** Micro-tokens of one text turn in a conversation; null: the price of the task `chat`. */
  readonly turnPriceMicro: bigint | null
}

export interface ImageModel extends ModelBase {
  readonly kind: 'image'
  readonly limits: ImageLimits
  readonly tariff: ImageTariff
}

export interface SpeechModel extends ModelBase {
  readonly kind: 'speech'
  readonly limits: SpeechLimits
  readonly tariff: SpeechTariff
}

export interface VideoModel extends ModelBase {
  readonly kind: 'video'
  readonly limits: VideoLimits
  readonly tariff: VideoTariff
}

export interface EmbeddingModel extends ModelBase {
  readonly kind: 'embedding'
  readonly limits: EmbeddingLimits
  /** Without a price of output. */
  readonly tariff: TokenTariff
  /** Whether the model takes token numbers in place of a text. */
  readonly readsTokens: boolean
}

export interface TranscriptionModel extends ModelBase {
  readonly kind: 'transcription'
  readonly limits: TranscriptionLimits
  readonly tariff: TranscriptionTariff
  /** Whether its providers give out the words as they come. */
  readonly streams: boolean
}

/** The `kind` narrows the type, so a chat call cannot be planned with an image model. */
export type Model = ChatModel | ImageModel | SpeechModel | VideoModel | EmbeddingModel | TranscriptionModel

/** The `<provider>` of `<provider>/<model>`. */
export const modelOwnerOf = (modelId: string): string => modelId.slice(0, Math.max(0, modelId.indexOf('/')))
