import type { ResponseItem } from '../../../../domain/responses/stored-response.ts'
import type { InputItem } from '../response-input/item-codec.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'

/** The items of a request itself. */
export const ownItems = ({ input }: ResponseRequest): readonly InputItem[] =>
  typeof input === 'string'
    ? [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }]
    : input

interface ContinuedRequest {
  /** The whole conversation as one request. */
  readonly asked: ResponseRequest
  /** Where a field of it stands in the caller's own request. */
  readonly pathOf: (path: string) => string
}

const ITEM = /^input\.(\d+)(.*)$/

/** The request that brings the items of the responses before it along; with none it is the caller's own. */
export const continuedRequest = (asked: ResponseRequest, before: readonly ResponseItem[]): ContinuedRequest => {
  if (before.length === 0) return { asked, pathOf: (path) => path }
  return {
    // They were items of a request or an answer when they were stored.
    asked: { ...asked, input: [...(before as readonly InputItem[]), ...ownItems(asked)] },
    pathOf: (path) => {
      const [, index, rest = ''] = ITEM.exec(path) ?? []
      if (index === undefined) return path
      const own = Number(index) - before.length
      if (own < 0) return 'previous_response_id'
      return typeof asked.input === 'string' ? 'input' : `input.${own}${rest}`
    },
  }
}
