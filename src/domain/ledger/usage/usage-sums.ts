/** The figures that are numbers, in the order in which answers, tables and columns have them. */
const NUMBERS = [
  /** Operations that ended, whatever came of them. */
  'calls',
  /** Those of `calls` that the provider's rules on content refused. */
  'refusals',
  /** Those of `calls` that ended without an answer, and so without a charge, for another reason. */
  'failures',
  /** Model tokens of all input: text, images and sound, those read from or written to a cache included. */
  'inputTokens',
  'cachedTokens',
  'cacheWriteTokens',
  /** Model tokens of all output, those of reasoning included. */
  'outputTokens',
  'reasoningTokens',
  'images',
  /** Of sound or of video. */
  'milliseconds',
] as const

/** The figures that are money in micro-units, behind the others. */
const MONEY = [
  /** What the wallets paid. */
  'cost',
  /** The parts of prices that the house bore. */
  'writtenOff',
] as const

export const USAGE_FIGURES = [...NUMBERS, ...MONEY] as const

export type UsageFigure = (typeof USAGE_FIGURES)[number]

/** Sums that grow. */
export type GrowingSums = Record<(typeof NUMBERS)[number], number> & Record<(typeof MONEY)[number], bigint>

/**
 * What a number of ended operations consumed and cost. The figures of a receipt that its kind does not know are zero:
 * an image has no milliseconds.
 */
export type UsageSums = Readonly<GrowingSums>

/** Sums whose figures are read one by one. */
export const usageSums = (
  number: (name: (typeof NUMBERS)[number]) => number,
  money: (name: (typeof MONEY)[number]) => bigint,
): GrowingSums =>
  Object.fromEntries([
    ...NUMBERS.map((name) => [name, number(name)] as const),
    ...MONEY.map((name) => [name, money(name)] as const),
  ]) as GrowingSums

const NOTHING: UsageSums = usageSums(
  () => 0,
  () => 0n,
)

export const noUsage = (): GrowingSums => ({ ...NOTHING })

export const addUsage = (sums: GrowingSums, more: UsageSums): void => {
  for (const name of NUMBERS) sums[name] += more[name]
  for (const name of MONEY) sums[name] += more[name]
}

/** The sum of all rows. */
export const totalOf = (rows: readonly UsageSums[]): UsageSums => {
  const total = noUsage()
  for (const row of rows) addUsage(total, row)
  return total
}
