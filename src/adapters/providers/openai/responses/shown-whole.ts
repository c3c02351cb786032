import { shownWholeBy } from '../../../../domain/responses/shown-whole.ts'
import { arrayOf, countOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

/** Many times what the longest answer has. What such an event shows is kept until the answer ends. */
const MOST_EVENTS = 16_384

/** Whether an output is a list of items, or there is none yet. */
export const isOutput = (output: unknown): boolean =>
  output === undefined || output === null || arrayOf(output)?.every((item) => objectOf(item) !== null) === true

/** Whether an event has the form in which the ids of what it shows are looked for. */
const isWellFormed = (shown: ReturnType<typeof shownWholeBy>, event: Wire): boolean => {
  switch (shown) {
    case 'beginning':
    case 'end': {
      const response = objectOf(event['response'])
      return response !== null && isOutput(response['output'])
    }
    case 'item':
      return objectOf(event['item']) !== null && countOf(event['output_index']) !== null
    case 'part':
    case null:
      return true
  }
}

/**
 * Judges the events of one stream that show an item, a part or the response whole. They go on to the client with our
 * ids in them.
 */
export const shownWhole = () => {
  let count = 0
  return (type: string | null, event: Wire): 'malformed' | 'too_many' | null => {
    const shown = shownWholeBy(type)
    if (!isWellFormed(shown, event)) return 'malformed'
    if (shown === 'item' || shown === 'part') count += 1
    return count > MOST_EVENTS ? 'too_many' : null
  }
}
