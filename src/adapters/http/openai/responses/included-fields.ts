import * as t from 'io-ts'
import { isObject } from '../../../../domain/json.ts'
import { nullish } from '../../codecs/codecs.ts'
import { IGNORED_HEADER } from '../../endpoint/paid-headers.ts'
import { LOGPROBS, SEALED_REASONING } from '../response-input/request-fields.ts'

/** What to show beside the rest. OpenAI's SDK writes it as a list, `include[]`. */
export const includeQuery = { include: nullish(t.string), 'include[]': nullish(t.string) } as const

export const IGNORED_INCLUDES_HEADER = {
  [IGNORED_HEADER]: 'What `include` names and the stored items do not show, where there is any.',
} as const

type IncludeQuery = Readonly<Record<keyof typeof includeQuery, string | null | undefined>>

type Fields = Readonly<Record<string, unknown>>

const namesIn = (query: IncludeQuery): readonly string[] => [
  ...new Set([query.include, query['include[]']].flatMap((names) => (names ?? '').split(',')).filter(Boolean)),
]

/** By name: the type of an item, or of a part of a message, and its field that has what is asked for. */
const FIELDS: ReadonlyMap<string, readonly [type: string, field: string]> = new Map([
  [LOGPROBS, ['output_text', 'logprobs']],
  [SEALED_REASONING, ['reasoning', 'encrypted_content']],
  ['message.input_image.image_url', ['input_image', 'image_url']],
])

const partsOf = ({ content }: Fields): readonly Fields[] => (Array.isArray(content) ? content.filter(isObject) : [])

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What a client asks to see beside the rest that these stored items do not show: as fields that are ignored. */
export const notIncluded = (query: IncludeQuery, items: readonly Fields[]): readonly string[] => {
  const names = namesIn(query)
  if (names.length === 0) return names
  const all = items.flatMap((item) => [item, ...partsOf(item)])
  const lacks = (name: string): boolean => {
    const [type, field] = FIELDS.get(name) ?? [null, '']
    return type === null || all.some((each) => each['type'] === type && isMissing(each[field]))
  }
  return names.filter(lacks).map((name) => `include.${name}`)
}
