/** Rows that one statement deletes. The next round deletes more, so that no statement runs for long. */
export const PRUNE_BATCH_SIZE = 1_000
