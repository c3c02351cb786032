import { publicUrl } from '../../domain/media/public-url.ts'

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** How many times an address may send on to another. */
export const MAX_REDIRECTS = 3

/**
 * The address to read a film from, null where it may not be read: https on a public host. What lies at the vendor's
 * own address may be read the way the vendor itself is, for an operator who has it behind a proxy.
 */
export const filmAddress = (text: string, from: URL, base: URL): URL | null => {
  const url = URL.canParse(text, from.href) ? new URL(text, from.href) : null
  if (url === null || url.username !== '' || url.password !== '') return null
  if (url.origin === base.origin) return url
  return url.protocol === 'https:' && publicUrl(url.href)._tag === 'Right' ? url : null
}

/** Where an answer sends its reader on; null where it does not. */
export const redirectOf = (status: number, location: string | null): string | null =>
  REDIRECTS.has(status) ? location : null
