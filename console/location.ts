import { signal } from '@preact/signals'
import { ROUTES } from './routes.ts'
import type { PageName } from './routes.ts'

/** Where the reader is: the address behind the host, with its query and fragment. */
export const location = signal(currentAddress())

function currentAddress(): string {
  const { pathname, search, hash } = window.location
  return `${pathname}${search}${hash}`
}

window.addEventListener('popstate', () => {
  location.value = currentAddress()
})

/** What an entry of the browser's history keeps, so that Back and a reload show the page as it was left. */
interface EntryState {
  /** How many rows of a long list were shown. */
  readonly rows?: number
  /** How far the page was scrolled when its reader followed a link, in pixels. */
  readonly scroll?: number
}

export const entryState = (): EntryState => (history.state ?? {}) as EntryState

export const keepInEntry = (kept: EntryState): void => history.replaceState({ ...entryState(), ...kept }, '')

/** How many links the reader has followed, also those that lead to where they are. */
export const followed = signal(0)

/** Opens an address of the console without loading the page again. */
export const goTo = (address: string, how: 'push' | 'replace' = 'push'): void => {
  if (how === 'replace') history.replaceState(null, '', address)
  else {
    if (address !== location.peek()) {
      keepInEntry({ scroll: window.scrollY })
      history.pushState(null, '', address)
    }
    followed.value += 1
    window.scrollTo(0, 0)
  }
  location.value = currentAddress()
}

/** Opens an address in the place of `here`. A reader who has left that by then stays where they are. */
export const goFrom = (here: string, address: string): void => {
  if (location.peek() === here) goTo(address, 'replace')
}

type Parameters = Readonly<Record<string, string>>

const patternOf = (path: string): RegExp => {
  const parts = path
    .split('/')
    .map((part) => part.replace(/^:(\w+)$/, '(?<$1>[^/]+)').replace(/^\*(\w+)$/, '(?<$1>.+)'))
    .join('/')
  return new RegExp(`^${parts}/?$`)
}

const PATTERNS = ROUTES.map((route) => ({ route, pattern: patternOf(route.path) }))

export interface Place {
  readonly page: PageName | 'not-found'
  readonly audience: 'everybody' | 'account' | 'operator'
  readonly parameters: Parameters
}

/** The place of an address without a page. */
export const NO_PLACE: Place = { page: 'not-found', audience: 'everybody', parameters: {} }

/** A part of an address as it is meant; one that is no UTF-8 stays as it stands, and names nothing. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The page of an address. */
export const placeOf = (address: string): Place => {
  const { pathname } = new URL(address, window.location.origin)
  for (const { route, pattern } of PATTERNS) {
    const match = pattern.exec(pathname)
    if (match === null) continue
    const parameters = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decoded(value)])
    return { page: route.page, audience: route.audience, parameters: Object.fromEntries(parameters) as Parameters }
  }
  return NO_PLACE
}

/** The query of the present address. */
export const query = (): URLSearchParams => new URL(location.value, window.location.origin).searchParams

/**
 * Changes parts of the query in place, so that a reload and a shared link show the same. An empty value is left out.
 */
export const changeQuery = (changes: Readonly<Record<string, string>>): void => {
  const url = new URL(location.peek(), window.location.origin)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  goTo(`${url.pathname}${url.search}`, 'replace')
}

/** Where to go after signing in: only an address of the console itself, however another site has written it. */
export const wantedAddress = (): string => {
  const wanted = query().get('next') ?? '/'
  if (!URL.canParse(wanted, window.location.origin)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, window.location.origin)
  return origin === window.location.origin && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/'
}

/** The address of another page where a person signs in, which leads to the same place afterwards. */
export const keepingWanted = (address: string): string => {
  const wanted = wantedAddress()
  return wanted === '/' ? address : `${address}?next=${encodeURIComponent(wanted)}`
}
