import { isObject } from '../json.ts'

/** A place in a list of a request, as providers write it in a sentence: `messages.2.content.0`, `input[2].type`. */
const PLACE = /\b(?:messages|input|tools|system)(?:\.\w+|\[\d+\])+/g

/** A sentence with each place that it names written anew. Time is linear in its length. */
export const withPlaces = (sentence: string, placeOf: (place: string) => string): string =>
  sentence.replaceAll(PLACE, (place) => placeOf(place))

/** Some providers write the places in a list as `input[7].content[0]`. */
export const dotted = (path: string): string => path.replace(/\[(\d+)\]/g, '.$1')

type IsLeftOut = (block: unknown) => boolean

const blocksOf = (message: unknown): readonly unknown[] | null => {
  const content = isObject(message) ? message['content'] : null
  return Array.isArray(content) ? (content as readonly unknown[]) : null
}

/** Messages without some blocks of their content. A message of which nothing is left is gone. */
export const withoutBlocks = <M extends object>(messages: readonly M[], isLeftOut: IsLeftOut): readonly M[] =>
  messages.flatMap((message) => {
    const blocks = blocksOf(message)
    if (blocks === null || !blocks.some(isLeftOut)) return [message]
    const content = blocks.filter((block) => !isLeftOut(block))
    return content.length === 0 ? [] : [{ ...message, content }]
  })

/** The place in the whole of what is the nth of those that are kept; as it is where there is no such one. */
const nthKept = (list: readonly unknown[], isKept: (each: unknown) => boolean, nth: number): number => {
  let kept = -1
  const found = list.findIndex((each) => {
    if (isKept(each)) kept += 1
    return kept === nth
  })
  return found === -1 ? nth : found
}

const MESSAGE_PATH = /^messages\.(\d+)(?:(\.content\.)(\d+))?/

/** Where a path into the messages of `withoutBlocks` leads in the messages that these were made of. */
export const placeBehindBlocks =
  (messages: readonly object[], isLeftOut: IsLeftOut) =>
  (path: string): string => {
    const written = dotted(path)
    const sent = MESSAGE_PATH.exec(written)
    if (sent === null) return path
    const isKept = (message: unknown): boolean => blocksOf(message)?.every(isLeftOut) !== true || isEmpty(message)
    const message = nthKept(messages, isKept, Number(sent[1]))
    const blocks = blocksOf(messages[message]) ?? []
    const block =
      sent[2] === undefined ? '' : `${sent[2]}${nthKept(blocks, (each) => !isLeftOut(each), Number(sent[3]))}`
    const found = `messages.${message}${block}${written.slice(sent[0].length)}`
    return found === written ? path : found
  }

const isEmpty = (message: unknown): boolean => blocksOf(message)?.length === 0
