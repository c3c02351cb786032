/**
 * Deletes the entry that was put into a map first, where the map holds more than `most`. Called after every new entry,
 * it keeps the map at its bound.
 */
export const evictOldest = (map: Map<string, unknown>, most: number): void => {
  if (map.size <= most) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
