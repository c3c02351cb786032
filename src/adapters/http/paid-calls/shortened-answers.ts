import * as t from 'io-ts'
import { nullish } from '../codecs/codecs.ts'
import { wordOf } from '../codecs/word-codec.ts'
import { OUTPUT_LIMIT_HEADER, QUALITY_HEADER } from '../endpoint/paid-headers.ts'

/** How a caller says that it wants the whole length, or every quality, or a refusal. */
export const shortenHeader = t.partial({ 'x-gateway-shorten': nullish(wordOf(['never'])) })

export const isNeverShortened = (headers: t.TypeOf<typeof shortenHeader>): boolean =>
  headers['x-gateway-shorten'] === 'never'

/** Says to how many tokens of each choice an answer was shortened; no header where it was not. */
export const outputLimitHeader = (shortenedTo: number | null): Readonly<Record<string, string>> =>
  shortenedTo === null ? {} : { [OUTPUT_LIMIT_HEADER]: String(shortenedTo) }

export const OUTPUT_LIMIT_HEADERS = {
  [OUTPUT_LIMIT_HEADER]:
    'The limit of the answer in tokens of each choice, where the money at hand lowered it; absent where it did not.',
} as const

/** Says which quality was asked for in place of the provider's choice; no header where none was. */
export const qualityHeader = (named: string | null): Readonly<Record<string, string>> =>
  named === null ? {} : { [QUALITY_HEADER]: named }

export const QUALITY_HEADERS = {
  [QUALITY_HEADER]:
    'The quality that was asked for where the request names none and the money at hand does not last for every one.',
} as const
