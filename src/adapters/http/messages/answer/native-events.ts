import { spanNearEnd, spanOf } from '../../body/top-level-fields.ts'
import { roubleSum } from '../../codecs/money/rouble-sum.ts'
import { nativeEventText } from '../../paid-calls/native-event-text.ts'
import type { NativeEvent } from '../../../../domain/chat/native.ts'
import { eventFrame } from '../stream-codec.ts'

/** A JSON object with more fields at its end. */
const withFields = (json: string, fields: object): string => {
  const body = json.slice(0, -1).trimEnd()
  return `${body}${body.endsWith('{') ? '' : ','}${JSON.stringify(fields).slice(1)}`
}

/** The provider's own JSON with the price of the call in its `usage`; all else keeps its bytes. */
export const withCost = (json: string, priceMicro: bigint): string => {
  const span = spanNearEnd(json, 'usage')
  if (span === null) return json
  const usage = json.slice(span.start, span.end)
  if (!usage.startsWith('{')) return json
  return json.slice(0, span.start) + withFields(usage, roubleSum('cost', priceMicro)) + json.slice(span.end)
}

/**
 * Hands on the events of a provider that speaks this wire, byte for byte. Its last two wait for the end of the call:
 * the one with the usage for the price, and the one that says that the answer is whole, because only then it is.
 */
export const nativeEvents = () => {
  let hasBegun = false
  let usageEvent: NativeEvent | null = null
  let openBlock: NativeEvent | null = null

  const endOfOpenBlock = (): string => {
    if (openBlock === null) return ''
    const { data } = openBlock
    const span = spanOf(data, 'index')
    if (span === null) return ''
    return eventFrame({ type: 'content_block_stop', index: Number(data.slice(span.start, span.end)) })
  }

  return {
    hasBegun: (): boolean => hasBegun,
    add: (event: NativeEvent): string => {
      hasBegun = true
      if (event.name === 'message_stop') return ''
      if (event.name === 'message_delta') {
        const earlier = usageEvent === null ? '' : nativeEventText(usageEvent)
        usageEvent = event
        return earlier
      }
      if (event.name === 'content_block_start') openBlock = event
      if (event.name === 'content_block_stop') openBlock = null
      return nativeEventText(event)
    },
    /**
     * What is missing for a whole answer, but for its last event; `ending` is for a provider that did not end its own.
     */
    end: (priceMicro: bigint, ending: () => string): string =>
      usageEvent === null
        ? endOfOpenBlock() + ending()
        : nativeEventText(usageEvent, withCost(usageEvent.data, priceMicro)),
  }
}
