import type { UsageFigure } from './usage-sums.ts'
import type { ReceiptFacts, UsageFigures } from '../receipt-facts.ts'
import { isRecord } from '../../json.ts'

/** What a figure of the usage is called in receipts: the names whose figures add up to it. */
interface ReceiptNames {
  readonly inText: readonly string[]
  readonly elsewhere: readonly string[]
  /** How often the receipt's figure counts. */
  readonly times: number
}

/** Each kind of work names the same figures in its own way. The rule for stored rows in SQL is made of this too. */
export const RECEIPT_NAMES = {
  inputTokens: {
    inText: ['prompt_tokens'],
    elsewhere: ['input_text_tokens', 'input_image_tokens', 'input_audio_tokens'],
    times: 1,
  },
  cachedTokens: { inText: ['cached_tokens'], elsewhere: [], times: 1 },
  cacheWriteTokens: { inText: ['cache_write_tokens'], elsewhere: [], times: 1 },
  outputTokens: { inText: ['completion_tokens'], elsewhere: ['output_tokens'], times: 1 },
  reasoningTokens: { inText: ['reasoning_tokens'], elsewhere: [], times: 1 },
  images: { inText: [], elsewhere: ['images'], times: 1 },
  milliseconds: { inText: [], elsewhere: ['seconds'], times: 1000 },
} as const satisfies Readonly<Partial<Record<UsageFigure, ReceiptNames>>>

export type UsedFigure = keyof typeof RECEIPT_NAMES

export const USED_FIGURES = Object.keys(RECEIPT_NAMES) as readonly UsedFigure[]

/** The receipt of work on text has this figure. */
export const MARK_OF_TEXT = 'prompt_tokens'

/** Figures of speech lie one step deeper. */
export const DEEPER = 'tokens'

/** A figure that is no whole number counts as 0. Otherwise the statement would fail, and the charge beside it too. */
const wholeOf = (figure: unknown, times: number): number => {
  if (typeof figure !== 'number') return 0
  const whole = Math.round(figure * times)
  return Number.isSafeInteger(whole) ? whole : 0
}

const figuresIn = (usage: UsageFigures): UsageFigures => {
  const deeper = usage[DEEPER]
  return isRecord(deeper) ? deeper : usage
}

/** The names of one kind of work as they are looked for: every call ends with this. */
const lookedFor = (kind: 'inText' | 'elsewhere') =>
  USED_FIGURES.flatMap((figure) => {
    const { [kind]: names, times } = RECEIPT_NAMES[figure]
    return names.map((name: string) => ({ figure, name, times }))
  })

const IN_TEXT = lookedFor('inText')
const ELSEWHERE = lookedFor('elsewhere')

const NOTHING = Object.fromEntries(USED_FIGURES.map((figure) => [figure, 0])) as Record<UsedFigure, number>

/** What a receipt says was used; a figure that its kind of work does not know is 0. */
export const usedFigures = (usage: UsageFigures | null): Readonly<Record<UsedFigure, number>> => {
  const used = { ...NOTHING }
  if (usage === null) return used
  const given = figuresIn(usage)
  for (const { figure, name, times } of MARK_OF_TEXT in given ? IN_TEXT : ELSEWHERE) {
    used[figure] += wholeOf(given[name], times)
  }
  return used
}

/** All tokens of a paid operation; 0 of one that is not counted in tokens. */
export const countedTokens = ({ usage }: Pick<ReceiptFacts, 'usage'>): number => {
  const { inputTokens, outputTokens } = usedFigures(usage)
  return inputTokens + outputTokens
}
