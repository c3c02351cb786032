const MAX_REDIRECTS = 3

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The address to read a film from, null where it may not be read: it is never spoken to less safely than Google
 * itself is. (Whether the key goes along is the client's rule: to Google's own host alone.)
 */
export const filmAddress = (text: string, base: URL): URL | null => {
  const url = URL.canParse(text, base.href) ? new URL(text, base.href) : null
  if (url === null || url.username !== '' || url.password !== '') return null
  return url.protocol === 'https:' || url.protocol === base.protocol ? url : null
}

/** Where an answer sends its reader on; null where it does not. */
export const redirectOf = (status: number, location: string | null): string | null =>
  REDIRECTS.has(status) ? location : null

export const mayFollow = (redirectsSoFar: number): boolean => redirectsSoFar < MAX_REDIRECTS
