const MICRO_PER_KOPECK = 10_000n

/** Micro-roubles as YooKassa writes money: two decimals. Throws for a part of a kopeck, which no price has. */
export const writeRoubles = (micro: bigint): string => {
  if (micro < 0n || micro % MICRO_PER_KOPECK !== 0n) throw new Error(`${micro} micro-roubles are no whole kopecks`)
  const kopecks = (micro / MICRO_PER_KOPECK).toString().padStart(3, '0')
  return `${kopecks.slice(0, -2)}.${kopecks.slice(-2)}`
}

/** Micro-roubles; null if the text is no amount. */
export const readRoubles = (value: string): bigint | null => {
  const [, roubles, kopecks = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(value) ?? []
  return roubles === undefined ? null : (BigInt(roubles) * 100n + BigInt(kopecks.padEnd(2, '0'))) * MICRO_PER_KOPECK
}
