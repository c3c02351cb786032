/** For answers that are the same for every caller, and change with a release or a new key. */
export const FOR_FIVE_MINUTES = { 'cache-control': 'public, max-age=300' } as const

/** For files whose name changes with their content. */
export const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' } as const
