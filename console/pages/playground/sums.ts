/** A sum of roubles to the micro-rouble, as the service writes it. */
export const roubles = (price: number): string => price.toFixed(6)

/** What so many cost at a price for a million. */
export const perMillion = (price: string, count: number): string => roubles((Number(price) * count) / 1_000_000)
