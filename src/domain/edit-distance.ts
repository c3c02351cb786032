/**
 * The number of characters to change, insert or delete, `most + 1` for any number above `most`. Only positions that few
 * edits can align are compared, so the work grows with the length and not with its square.
 */
export const editDistance = (one: string, other: string, most: number): number => {
  const tooMany = most + 1
  if (Math.abs(one.length - other.length) > most) return tooMany
  let above = Uint8Array.from({ length: other.length + 2 }, (_, at) => Math.min(at, tooMany))
  let line = new Uint8Array(other.length + 2)
  for (let row = 1; row <= one.length; row += 1) {
    const [from, to] = [Math.max(1, row - most), Math.min(other.length, row + most)]
    line[from - 1] = from === 1 ? Math.min(row, tooMany) : tooMany
    let least = line[from - 1] ?? tooMany
    for (let at = from; at <= to; at += 1) {
      const change = (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1)
      const edits = Math.min(change, (above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, tooMany)
      line[at] = edits
      least = Math.min(least, edits)
    }
    line[to + 1] = tooMany
    if (least === tooMany) return tooMany
    ;[above, line] = [line, above]
  }
  return above[other.length] ?? 0
}
