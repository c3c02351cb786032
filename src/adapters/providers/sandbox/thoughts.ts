import { effortOf } from '../../../domain/chat/reasoning-measure.ts'
import type { ChatRequest } from '../../../domain/chat/request.ts'
import { showsReasoning } from '../../../domain/chat/shown-reasoning.ts'
import { lastUserText } from './prompt.ts'
import { sealReasoning } from './signature.ts'
import { wordCount, wordPieces } from './words.ts'

/** What the model thought before its answer, a piece a token. */
export interface Thoughts {
  readonly pieces: readonly string[]
  /** Whether the client sees more of it than its signature. */
  readonly isShown: boolean
  readonly signature: string
}

/** Whether a model reasons, and whether it shows it. */
export type ReasoningMode = 'none' | 'shown' | 'hidden'

const SENTENCES = [
  'The sandbox never thinks of anything else than this.',
  'So the answer is ready before it is asked for.',
  'It will be given now, and it will be the same tomorrow.',
]

/** How many sentences follow the first one; an effort that is not listed is a medium one. */
const SENTENCES_OF_EFFORT: ReadonlyMap<unknown, number> = new Map([
  ['minimal', 0],
  ['low', 0],
  ['high', 2],
  ['xhigh', SENTENCES.length],
  ['max', SENTENCES.length],
])
const MEDIUM_SENTENCES = 1

/** The thoughts about a request, at most so many tokens; null if it asks for none, or the model has none. */
export const thoughtsAbout = (
  request: ChatRequest,
  mode: ReasoningMode,
  operationId: string,
  most: number,
): Thoughts | null => {
  const effort = effortOf(request)
  if (mode === 'none' || effort === 'none') return null
  const more = SENTENCES.slice(0, SENTENCES_OF_EFFORT.get(effort) ?? MEDIUM_SENTENCES)
  const words = wordCount(lastUserText(request))
  const pieces = wordPieces([`The last message has ${words} words.`, ...more].join(' ')).slice(0, most)
  return {
    pieces,
    isShown: mode === 'shown' && showsReasoning(request) !== false,
    signature: sealReasoning(pieces.join(''), operationId),
  }
}
