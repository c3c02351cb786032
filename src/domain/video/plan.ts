import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Model, VideoModel } from '../catalog/model.ts'
import { bestRow, videoConditions } from '../pricing/rows.ts'
import type { VideoTariff } from '../pricing/tariff.ts'
import { type UnsupportedParameter, unsupportedParameter } from '../chat/unsupported-parameter.ts'
import { priceOfSeconds } from './price.ts'
import { reservedExtra } from './reserved-extras.ts'
import type { VideoRequest, VideoResolution } from './request.ts'
import { DEFAULT_SHAPE, defaultSize, shapeOfSize, type VideoShape } from './size.ts'

/** What the caller asked for, before anything was fetched: `firstFrame` may still be an address. */
export interface VideoAsk<F> extends Omit<
  VideoRequest,
  'seconds' | 'aspectRatio' | 'resolution' | 'firstFrame' | 'extras'
> {
  /** 1 to 60; null: the caller did not say. */
  readonly seconds: number | null
  readonly firstFrame: F | null
  readonly extras: Readonly<Record<string, unknown>>
}

/** All that is decided about a film before any money or upstream is touched. */
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

export type VideoPlanFailure =
  | { readonly tag: 'unsupported_capability'; readonly param: string; readonly message: string }
  | UnsupportedParameter

/** What the caller gets who names no length. */
const DEFAULT_SECONDS = 4

const secondsFor = ({ limits }: VideoModel, asked: number | null): number | null => {
  if (limits.seconds === null) return asked ?? DEFAULT_SECONDS
  const wanted = asked ?? (limits.seconds.has(DEFAULT_SECONDS) ? DEFAULT_SECONDS : Math.min(...limits.seconds))
  return limits.seconds.has(wanted) ? wanted : null
}

/** The row with the most conditions that fit; where none does, the tariff's own price. */
export const perSecondPrice = (tariff: VideoTariff, resolution: VideoResolution, audio: boolean): bigint =>
  bestRow(tariff.rows, videoConditions, { resolution, audio })?.perSecond ?? tariff.perSecond

const listed = (values: Iterable<number | string>): string => [...values].join(', ')

const incapable = (param: string, message: string): Either<VideoPlanFailure, never> =>
  left({ tag: 'unsupported_capability', param, message })

const isGiven = (value: unknown): boolean => value !== null && value !== undefined

/** The first field that this model's vendors would ignore in silence. */
const ignoredField = <F>(model: VideoModel, ask: VideoAsk<F>): string | null => {
  const given = {
    ...ask.extras,
    seed: ask.seed,
    negative_prompt: ask.negativePrompt,
    generate_audio: ask.generateAudio,
  }
  return (
    Object.entries(given).find(([name, value]) => isGiven(value) && model.unsupportedParameters?.has(name))?.[0] ?? null
  )
}

/** The default size where the model makes it, else the first of its sizes. */
const sizeOfItself = ({ limits }: VideoModel, resolution: VideoResolution): string => {
  const usual = defaultSize(resolution)
  return limits.sizes === null || limits.sizes.has(usual) ? usual : ([...limits.sizes][0] ?? usual)
}

/** Decides whether a model can film what is asked, in what form, and how much is held for it. */
export const planVideo = <F>(model: Model, ask: VideoAsk<F>): Either<VideoPlanFailure, VideoPlan> => {
  if (model.kind !== 'video') return incapable('model', `${model.id} is not a video model.`)
  if (ask.firstFrame !== null && !model.capabilities.has('image_input')) {
    return incapable('input_reference', `${model.id} does not take a first frame.`)
  }
  const sounds = model.capabilities.has('audio_output')
  if (ask.generateAudio === true && !sounds) {
    return unsupportedParameter('generate_audio', `${model.id} makes no sound.`)
  }
  const seconds = secondsFor(model, ask.seconds)
  if (seconds === null) {
    return unsupportedParameter('seconds', `${model.id} films ${listed(model.limits.seconds ?? [])} seconds.`)
  }
  const shape = ask.size === null ? DEFAULT_SHAPE : shapeOfSize(ask.size)
  if (shape === null || (ask.size !== null && model.limits.sizes?.has(ask.size) === false)) {
    return unsupportedParameter('size', `${model.id} films in ${listed(model.limits.sizes ?? ['<W>x<H>'])}.`)
  }
  const refused = ignoredField(model, ask) ?? reservedExtra(ask.extras)
  if (refused !== null) return unsupportedParameter(refused, `'${refused}' is not offered for this model.`)

  const audio = ask.generateAudio ?? sounds
  const pricePerSecondMicro = perSecondPrice(model.tariff, shape.resolution, audio)
  const holdMicro = priceOfSeconds(pricePerSecondMicro, seconds)
  const size = ask.size ?? sizeOfItself(model, shape.resolution)
  return right({ model, seconds, shape, size, audio, pricePerSecondMicro, holdMicro })
}

/** The request as it goes upstream. */
export const requestOf = <F>(
  ask: VideoAsk<F>,
  { seconds, shape }: VideoPlan,
  firstFrame: VideoRequest['firstFrame'],
): VideoRequest => ({ ...ask, ...shape, seconds, firstFrame })
