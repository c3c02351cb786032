import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Model, VideoModel } from '../catalog/model.ts'
import { unsupportedFieldIn } from '../catalog/unsupported-field.ts'
import { bestRow, videoConditions } from '../pricing/rows.ts'
import type { VideoTariff } from '../pricing/tariff.ts'
import { unsupportedParameter } from '../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../parameters/request-fields.ts'
import { unsupportedCapability } from '../parameters/unsupported-capability.ts'
import type { UnsupportedCapability } from '../parameters/unsupported-capability.ts'
import { priceOfSeconds } from '../pricing/video-price.ts'
import { reservedExtra } from './reserved-extras.ts'
import type { VideoRequest, VideoResolution } from './request.ts'
import { DEFAULT_SHAPE, defaultSize, shapeOfSize } from './size.ts'
import type { VideoShape } from './size.ts'
import { smallestOf } from '../extremes.ts'

/** What the caller asked for, before anything was fetched: `firstFrame` may still be an address. */
export interface VideoParams<F> extends Omit<
  VideoRequest,
  'seconds' | 'aspectRatio' | 'resolution' | 'firstFrame' | 'extras'
> {
  /** 1 to 60; null: the caller did not say. */
  readonly seconds: number | null
  readonly firstFrame: F | null
  readonly extras: Readonly<Record<string, unknown>>
}

/** All that is decided about a video before any money or upstream is touched. */
export interface VideoPlan {
  readonly model: VideoModel
  readonly seconds: number
  readonly shape: VideoShape
  /** `<W>x<H>`: as asked, else what the model makes of itself. */
  readonly size: string
  readonly audio: boolean
  readonly pricePerSecondMicro: bigint
  /** Micro-roubles, > 0. */
  readonly holdMicro: bigint
}

export type VideoPlanFailure = UnsupportedCapability | UnsupportedParameter

/** Seconds of a video for which the caller names no length. */
const DEFAULT_SECONDS = 4

const secondsFor = ({ limits }: VideoModel, asked: number | null): number | null => {
  if (limits.seconds === null) return asked ?? DEFAULT_SECONDS
  const wanted = asked ?? (limits.seconds.has(DEFAULT_SECONDS) ? DEFAULT_SECONDS : smallestOf(limits.seconds))
  return limits.seconds.has(wanted) ? wanted : null
}

/** The row with the most conditions that fit; where none does, the tariff's own price. */
export const perSecondPrice = (tariff: VideoTariff, resolution: VideoResolution, audio: boolean): bigint =>
  bestRow(tariff.rows, videoConditions, { resolution, audio })?.perSecond ?? tariff.perSecond

const listed = (values: Iterable<number | string>): string => [...values].join(', ')

/** What a request asks for beside what every model can be asked, under the names of its fields. */
const askedFields = <F>({ extras, seed, negativePrompt, generateAudio }: VideoParams<F>) => ({
  ...extras,
  seed,
  negative_prompt: negativePrompt,
  generate_audio: generateAudio,
})

/** The default size where the model makes it, else the first of its sizes. */
const defaultSizeOf = ({ limits }: VideoModel, resolution: VideoResolution): string => {
  const usual = defaultSize(resolution)
  return limits.sizes === null || limits.sizes.has(usual) ? usual : ([...limits.sizes][0] ?? usual)
}

/**
 * Decides whether a model can make the requested video, in which form it goes upstream, and how much is held for it.
 */
export const planVideo = <F>(model: Model, params: VideoParams<F>): Either<VideoPlanFailure, VideoPlan> => {
  if (model.kind !== 'video') return unsupportedCapability('model', `${model.id} is not a video model.`)
  if (params.firstFrame !== null && !model.capabilities.has('image_input')) {
    return unsupportedCapability('input_reference', `${model.id} does not take a first frame.`)
  }
  const supportsAudio = model.capabilities.has('audio_output')
  if (params.generateAudio === true && !supportsAudio) {
    return unsupportedParameter('generate_audio', `${model.id} makes no sound.`)
  }
  const seconds = secondsFor(model, params.seconds)
  if (seconds === null) {
    return unsupportedParameter('seconds', `${model.id} makes videos of ${listed(model.limits.seconds ?? [])} seconds.`)
  }
  const shape = params.size === null ? DEFAULT_SHAPE : shapeOfSize(params.size)
  if (shape === null || (params.size !== null && model.limits.sizes?.has(params.size) === false)) {
    return unsupportedParameter('size', `${model.id} makes videos of ${listed(model.limits.sizes ?? ['<W>x<H>'])}.`)
  }
  const refused = unsupportedFieldIn(model, askedFields(params)) ?? reservedExtra(params.extras)
  if (refused !== null) return unsupportedParameter(refused, `'${refused}' is not offered for this model.`)

  const audio = params.generateAudio ?? supportsAudio
  const pricePerSecondMicro = perSecondPrice(model.tariff, shape.resolution, audio)
  const holdMicro = priceOfSeconds(pricePerSecondMicro, seconds)
  const size = params.size ?? defaultSizeOf(model, shape.resolution)
  return right({ model, seconds, shape, size, audio, pricePerSecondMicro, holdMicro })
}

/** The request as it goes upstream. */
export const buildVideoRequest = <F>(
  params: VideoParams<F>,
  { seconds, shape }: VideoPlan,
  firstFrame: VideoRequest['firstFrame'],
): VideoRequest => ({ ...params, ...shape, seconds, firstFrame })
