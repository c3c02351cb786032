import { arrayOf, countOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

/** Events that show the response as a whole. */
const RESPONSE_EVENTS: ReadonlySet<string | null> = new Set([
  'response.created',
  'response.in_progress',
  'response.queued',
  'response.completed',
  'response.incomplete',
])

const ITEM_EVENTS: ReadonlySet<string | null> = new Set(['response.output_item.added', 'response.output_item.done'])

const PART_EVENTS: ReadonlySet<string | null> = new Set([
  'response.content_part.added',
  'response.content_part.done',
  'response.reasoning_summary_part.added',
  'response.reasoning_summary_part.done',
])

/** Many times what the longest answer has. What such an event shows is kept until the answer ends. */
const MOST_EVENTS = 16_384

/** Whether an output is a list of items, or there is none yet. */
export const isOutput = (output: unknown): boolean =>
  output === undefined || output === null || arrayOf(output)?.every((item) => objectOf(item) !== null) === true

const isWellFormed = (type: string | null, event: Wire): boolean => {
  if (RESPONSE_EVENTS.has(type)) {
    const response = objectOf(event['response'])
    return response !== null && isOutput(response['output'])
  }
  return !ITEM_EVENTS.has(type) || (objectOf(event['item']) !== null && countOf(event['output_index']) !== null)
}

/**
 * Judges the events of one stream that show an item, a part or the response whole. They go on to the client with our
 * ids in them, so they must have the form in which these are looked for.
 */
export const shownWhole = () => {
  let count = 0
  return (type: string | null, event: Wire): 'malformed' | 'too_many' | null => {
    if (!isWellFormed(type, event)) return 'malformed'
    if (ITEM_EVENTS.has(type) || PART_EVENTS.has(type)) count += 1
    return count > MOST_EVENTS ? 'too_many' : null
  }
}
