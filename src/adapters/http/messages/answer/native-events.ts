import { topLevelFields } from '../../body/top-level-fields.ts'
import { roubleSum } from '../../codecs/rouble-sum.ts'
import { eventFrame } from '../stream-codec.ts'

/** A JSON object with more fields at its end. */
const withFields = (json: string, fields: object): string => {
  const body = json.trimEnd().slice(0, -1).trimEnd()
  return `${body}${body.endsWith('{') ? '' : ','}${JSON.stringify(fields).slice(1)}`
}

/** The provider's own JSON with the price of the call in its `usage`; every other field keeps its bytes. */
export const withCost = (json: string, priceMicro: bigint): string => {
  const fields = [...topLevelFields(json)].map(([name, value]) => {
    const written = name === 'usage' && value.startsWith('{') ? withFields(value, roubleSum('cost', priceMicro)) : value
    return `${JSON.stringify(name)}:${written}`
  })
  return `{${fields.join(',')}}`
}

const dataOf = (event: string): string =>
  event
    .slice(event.indexOf('data: ') + 6)
    .trimEnd()
    .replaceAll('\ndata: ', '\n')

const NAME = /^event: (\w+)\n/

/**
 * Hands on the events of a provider that speaks this wire, byte for byte. Its last two wait for the end of the call: the
 * one with the usage for the price, and the one that says that the answer is whole, because only then it is.
 */
export const nativeEvents = () => {
  let hasBegun = false
  let usageEvent: string | null = null
  let openBlock: number | null = null

  const indexIn = (event: string): number | null => {
    const index = topLevelFields(dataOf(event)).get('index')
    return index === undefined ? null : Number(index)
  }

  return {
    hasBegun: (): boolean => hasBegun,
    add: (event: string): string => {
      hasBegun = true
      const earlier = usageEvent ?? ''
      switch (NAME.exec(event)?.[1] ?? '') {
        case 'message_stop':
          return ''
        case 'message_delta':
          usageEvent = event
          return earlier
        case 'content_block_start':
          openBlock = indexIn(event)
          return event
        case 'content_block_stop':
          openBlock = null
          return event
        default:
          return event
      }
    },
    /** What is missing for a whole answer, but for its last event; `ending` is for a provider that did not end its own. */
    end: (priceMicro: bigint, ending: () => string): string => {
      if (usageEvent !== null) {
        return `event: message_delta\ndata: ${withCost(dataOf(usageEvent), priceMicro)}\n\n`
      }
      return (openBlock === null ? '' : eventFrame({ type: 'content_block_stop', index: openBlock })) + ending()
    },
  }
}
