/**
 * Writes times as ISO 8601 in UTC, given in milliseconds since 1970. It caches the latest text: to write a date costs
 * as much as half a line of the log, and times that follow each other are often the same.
 */
export const timeTexts = (): ((ms: number) => string) => {
  let latestMs = Number.NaN
  let text = ''
  return (ms) => {
    if (ms !== latestMs) {
      text = new Date(ms).toISOString()
      latestMs = ms
    }
    return text
  }
}
