import type { ResponseItem } from '../../../../domain/responses/stored-response.ts'
import type { ItemsById } from '../../../../application/responses/find-items.ts'
import { typeOfItem } from '../response-input/item-codec.ts'
import type { InputItem } from '../response-input/item-codec.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'

/** The items of a request itself. */
export const ownItems = ({ input }: ResponseRequest): readonly InputItem[] =>
  typeof input === 'string'
    ? [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }]
    : (input ?? [])

interface ContinuedRequest {
  /** The whole conversation as one request. */
  readonly asked: ResponseRequest
  /** Where a field of it stands in the caller's own request. */
  readonly pathOf: (path: string) => string
}

/** The request with its own items in full, behind the items of the responses that it continues. */
export const continuedRequest = (
  asked: ResponseRequest,
  before: readonly ResponseItem[],
  own: readonly InputItem[] = ownItems(asked),
): ContinuedRequest => {
  if (before.length === 0) {
    const isWhole = !Array.isArray(asked.input) || asked.input === own
    return { asked: isWhole ? asked : { ...asked, input: own }, pathOf: (path) => path }
  }
  return {
    // They were items of a request or an answer when they were stored.
    asked: { ...asked, input: [...(before as readonly InputItem[]), ...own] },
    pathOf: (path) => {
      const [field, index, ...rest] = path.split('.')
      if (field !== 'input' || index === undefined) return path
      const place = Number(index) - before.length
      if (place < 0) return 'previous_response_id'
      return typeof asked.input === 'string' ? 'input' : ['input', place, ...rest].join('.')
    },
  }
}

const isWordOfUser = (item: InputItem): boolean => typeOfItem(item) === 'message' && item.role === 'user'

/**
 * The request with the thoughts that its model goes on from: those behind the last words of the user, which led to
 * calls that are answered now. Models need no earlier ones, and providers charge for what they are sent.
 */
export const withThoughts = (whole: ResponseRequest, thoughts: ItemsById): ResponseRequest => {
  const { input } = whole
  if (thoughts.size === 0 || !Array.isArray(input)) return whole
  const items = input as readonly InputItem[]
  const last = items.findLastIndex(isWordOfUser)
  const thoughtAt = (item: InputItem, index: number): InputItem =>
    // It was an item of an answer when it was stored.
    index > last && item.type === 'reasoning' ? (thoughts.get(item.id ?? '') ?? item) : item
  return { ...whole, input: items.map(thoughtAt) }
}
