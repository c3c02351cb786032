/** Says in a message when the spend limit of a key starts again; empty where it never does. */
export const limitRestart = (periodEndsAtMs: number | null): string =>
  periodEndsAtMs === null ? '' : ` The limit starts again at ${new Date(periodEndsAtMs).toISOString().slice(0, 19)}Z.`
