/** What one look at a connection finds on one side of it. Bytes. */
export interface Look {
  /** What waits for the peer to move it; 0: the peer owes nothing. */
  readonly owed: number
  /** What the peer has moved since the connection was opened. Never less than at an earlier look. */
  readonly moved: number
}

/** A look that later ones are compared with. */
export interface Mark extends Look {
  readonly atMs: number
  /** Since when the peer has owed something at every look, and what it had moved by then. */
  readonly begunAtMs: number
  readonly begunMoved: number
}

export interface StallRule {
  readonly afterMs: number
  /** Moving less than this, and less than all that was owed, is no progress: a peer could take a byte now and then. */
  readonly leastBytes: number
  /** A peer that owes something all the time must move so many a second, once `paceAfterMs` have passed. */
  readonly leastBytesPerSecond: number
  readonly paceAfterMs: number
}

type StallVerdict = { readonly tag: 'fine'; readonly mark: Mark | null } | { readonly tag: 'stalled' }

/**
 * Judges one side of a connection at a look, given the mark of the look before. A peer is stalled when it has owed
 * something for `afterMs` and has made no progress, and when it goes on at less than the least pace; where nothing is
 * owed time does not count.
 */
export const judgeStall = (mark: Mark | null, look: Look, nowMs: number, rule: StallRule): StallVerdict => {
  if (look.owed === 0) return { tag: 'fine', mark: null }
  const { begunAtMs, begunMoved } = mark ?? { begunAtMs: nowMs, begunMoved: look.moved }
  const here: Mark = { ...look, atMs: nowMs, begunAtMs, begunMoved }
  if (mark === null) return { tag: 'fine', mark: here }
  const leastMoved = ((nowMs - begunAtMs - rule.paceAfterMs) / 1_000) * rule.leastBytesPerSecond
  if (look.moved - begunMoved < leastMoved) return { tag: 'stalled' }
  if (look.moved - mark.moved >= Math.min(mark.owed, rule.leastBytes)) return { tag: 'fine', mark: here }
  return nowMs - mark.atMs >= rule.afterMs ? { tag: 'stalled' } : { tag: 'fine', mark }
}
