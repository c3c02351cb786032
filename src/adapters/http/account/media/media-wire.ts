import * as t from 'io-ts'
import type { MediaView } from '../../../../application/media/message-view.ts'
import { assetKindOf } from '../../../../domain/media/asset.ts'
import { integerBetween, orNull } from '../../codecs/codecs.ts'

const pixels = integerBetween(1, 100_000)

/** The highest place a file of a message can have. */
export const LAST_IDX = 999_999

/** The fields of every file of the account interface. */
export const mediaFields = {
  idx: integerBetween(0, LAST_IDX),
  kind: t.keyof({ image: null, video: null }),
  mime_type: t.string,
  width: orNull(pixels),
  height: orNull(pixels),
  url: t.string,
  thumbnail_url: orNull(t.string),
} as const

export const messageMediaBody = t.type({ ...mediaFields, seconds: orNull(t.number) }, 'MessageMedia')

/** Paths that are given out go behind the address of this service. */
export const writeMediaFields = ({ asset, path, thumbPath }: MediaView, baseUrl: string) => ({
  idx: asset.idx,
  kind: assetKindOf(asset.mimeType) === 'video' ? ('video' as const) : ('image' as const),
  mime_type: asset.mimeType,
  width: asset.width,
  height: asset.height,
  url: `${baseUrl}${path}`,
  thumbnail_url: thumbPath === null ? null : `${baseUrl}${thumbPath}`,
})

export const writeMessageMedia = (view: MediaView, baseUrl: string): t.TypeOf<typeof messageMediaBody> => ({
  ...writeMediaFields(view, baseUrl),
  seconds: view.asset.seconds,
})
