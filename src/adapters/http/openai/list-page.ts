import * as t from 'io-ts'
import { nullish, orNull } from '../codecs/codecs.ts'
import { pageLimit } from '../codecs/page-limit.ts'

/** The question for one page of a list, as OpenAI has it. */
export const listQuery = t.type({
  limit: pageLimit(100, 20),
  after: nullish(t.string),
  order: nullish(t.keyof({ asc: null, desc: null }, 'asc or desc')),
})

const id = orNull(t.string)

/** One page of a list. */
export const listBody = <C extends t.Mixed>(item: C, name: string) =>
  t.type({ object: t.literal('list'), data: t.array(item), has_more: t.boolean, first_id: id, last_id: id }, name)

export const writeList = <A extends { readonly id: string }>(data: readonly A[], hasMore: boolean) => ({
  object: 'list',
  data,
  has_more: hasMore,
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null,
})
