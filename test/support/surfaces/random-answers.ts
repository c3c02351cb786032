import { seededRandom } from '../seeded-random.ts'
import type { RandomConversation } from './random-conversation.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

type Random = () => number

/** More ids of answers than any test needs. */
const MANY = 1e6

/** Pieces of any length, an empty one now and then. */
const cutter =
  (seed: number) =>
  (text: string): readonly string[] => {
    const random = seededRandom(seed)
    const signs = Array.from(text)
    const pieces: string[] = []
    while (signs.length > 0) pieces.push(signs.splice(0, Math.floor(random() * 12)).join(''))
    return pieces
  }

/** Packets of any length, which end inside of characters, lines and events. */
const packeter =
  (seed: number) =>
  (bytes: Buffer): readonly Buffer[] => {
    const random = seededRandom(seed)
    const packets: Buffer[] = []
    for (let start = 0; start < bytes.length;) {
      const end = start + 1 + Math.floor(random() ** 3 * 2_000)
      packets.push(bytes.subarray(start, end))
      start = end
    }
    return packets
  }

/** An answer that the conversation allows; `text` makes its words. */
export const randomAnswer = (
  random: Random,
  { tools, choice, format }: RandomConversation,
  text: () => string,
): UpstreamAnswer => {
  const most = tools.length === 0 || choice === 'none' ? 0 : 3
  const answerId = Math.floor(random() * MANY)
  const isCounted = random() < 0.2
  const calls = Array.from({ length: Math.floor(random() * (most + 1)) }, (_, index) => ({
    // Some models give the first call of every answer the same id.
    id: isCounted ? `call_n${index}` : `call_${answerId}_${index}`,
    name: tools[Math.floor(random() * tools.length)] ?? '',
    input: random() < 0.3 ? {} : { place: text(), list: [1, null, { deep: true }] },
  }))
  // The SDK reads no JSON that was cut off.
  const isCut = random() < 0.2 && !format
  const usual = calls.length > 0 ? 'tools' : isCut ? 'length' : 'stop'
  const words = (): string => (format ? JSON.stringify({ place: text() }) : text())
  // The limit may end an answer while the model still thinks.
  const isThoughtAlone = usual === 'length' && random() < 0.5
  return {
    ...((calls.length === 0 && !isThoughtAlone) || random() < 0.5 ? { text: words() } : {}),
    ...(isThoughtAlone || random() < 0.4 ? { reasoning: 'thought "of" it 😀 at length' } : {}),
    ...(calls.length === 0 ? {} : { calls }),
    end: usual,
    usage: {
      prompt: 100 + Math.floor(random() * 1000),
      cached: Math.floor(random() * 100),
      answer: 50 + Math.floor(random() * 100),
      thoughts: Math.floor(random() * 50),
    },
    pieces: cutter(1 + Math.floor(random() * 1000)),
    packets: packeter(1 + Math.floor(random() * 1000)),
  }
}

/** The provider says no, in place of an answer. */
export const refusal = ({ usage, pieces, packets }: UpstreamAnswer): UpstreamAnswer => ({
  end: 'refused',
  ...(usage === undefined ? {} : { usage }),
  ...(pieces === undefined ? {} : { pieces }),
  ...(packets === undefined ? {} : { packets }),
})
