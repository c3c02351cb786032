/** Contract 3: a provider is asked about one thing no more often than this, however often its user asks us. */
export const LOOK_PAUSE_MS = 3_000
