import { isLeft } from 'fp-ts/lib/Either.js'
import type { NowOrLater } from '../../../application/now-or-later.ts'
import type { Admission } from '../../../application/admission/admission.ts'
import { firstWord, trimSlash } from '../middleware/trim-slash.ts'
import type { Exchange, Middleware } from '../request/exchange.ts'
import { FOR_EVER } from '../sending/cache-headers.ts'
import { codedFileResponse } from '../sending/coded-file.ts'
import type { CodedFile } from '../sending/coded-file.ts'
import { sendFailure, sendResponse } from '../sending/send-response.ts'
import { rateLimitFailure } from '../surface/auth-methods.ts'
import type { Surface } from '../surface/surface.ts'

/** The document that shows one page: the documents of all pages differ only in the scripts that they ask for early. */
interface ConsolePage {
  /** `:name` stands for one part of the address, `*name` for all that follows. */
  readonly path: string
  readonly file: CodedFile
}

/** The console as it was built. */
export interface ConsoleFiles {
  readonly pages: readonly ConsolePage[]
  /** For every other address that begins with the first word of a page: it asks for no scripts of a page early. */
  readonly noPage: CodedFile
  /** By path. Their names have their hashes, so each may be kept for ever. */
  readonly files: ReadonlyMap<string, CodedFile>
}

/** Whether the address, in its parts, is one of the path. */
const isOf = (path: readonly string[], address: readonly string[]): boolean => {
  const isEndless = path.at(-1)?.startsWith('*') === true
  if (isEndless ? address.length < path.length : address.length !== path.length) return false
  return path.every((part, index) => part === address[index] || (/^[:*]/.test(part) && address[index] !== ''))
}

/** The document for an address; undefined where the console has nothing to say. */
const pageFinder = ({ pages, noPage }: ConsoleFiles): ((path: string) => CodedFile | undefined) => {
  const known = pages.map(({ path, file }) => ({ parts: path.split('/'), file }))
  const roots = new Set(known.map(({ parts }) => parts[1] ?? ''))
  return (path) => {
    const parts = path.split('/', MAX_PARTS)
    const root = parts[1] ?? ''
    if (!roots.has(root) || (root === '' && path !== '/')) return undefined
    return known.find((page) => isOf(page.parts, parts))?.file ?? noPage
  }
}

/** No page has an address of more parts, so a longer one is not taken apart to its end. */
const MAX_PARTS = 8

/**
 * The page runs scripts and styles of this service alone, sends only to it, is shown in no frame, and sends no form by
 * itself. `trusted-types` without a policy lets no script write markup.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const PAGE_HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const FILE_HEADERS = {
  ...FOR_EVER,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

interface ServeConsoleDeps {
  readonly console: ConsoleFiles
  /** The first words of the API's own addresses. */
  readonly apiWords: ReadonlySet<string>
  readonly admission: Pick<Admission, 'admitAddress'>
  /** Whose words refuse a caller who asks too often. */
  readonly surface: Surface
}

/**
 * Serves the pages and files of the console; every other path goes on to the API. A person whose address nothing has is
 * shown a page that says so: a browser asks for a page first of all, and programs do not.
 */
export const serveConsole = ({ console, apiWords, admission, surface }: ServeConsoleDeps): Middleware => {
  const pageAt = pageFinder(console)

  const send = (exchange: Exchange, file: CodedFile, headers: Readonly<Record<string, string>>): NowOrLater<void> => {
    const asked = {
      acceptEncoding: exchange.get('accept-encoding'),
      ifNoneMatch: exchange.get('if-none-match'),
    }
    return sendResponse(exchange, codedFileResponse(file, asked, headers))
  }
  const sendMissing = (exchange: Exchange): NowOrLater<void> => {
    const asked = { acceptEncoding: exchange.get('accept-encoding'), ifNoneMatch: '' }
    const headers = { ...PAGE_HEADERS, 'cache-control': 'no-store' }
    return sendResponse(exchange, codedFileResponse(console.noPage, asked, headers, 404))
  }
  const isMissing = (exchange: Exchange): boolean => {
    const word = firstWord(exchange.path)
    return word !== '' && !apiWords.has(word) && exchange.get('accept').includes('text/html')
  }

  const serve: Middleware = async (exchange, next) => {
    const { method, path, state } = exchange
    const reads = method === 'GET' || method === 'HEAD'
    const page = reads ? pageAt(path) : undefined
    const file = page ?? (reads ? console.files.get(path) : undefined)
    if (file === undefined && !(reads && isMissing(exchange))) {
      await next()
      return
    }
    const admitted = rateLimitFailure(await admission.admitAddress(state.clientAddress))
    if (isLeft(admitted)) return sendFailure(exchange, admitted.left, surface)
    if (file === undefined) return sendMissing(exchange)
    state.path = page === undefined ? path : '/{page of the console}'
    return send(exchange, file, page === undefined ? FILE_HEADERS : PAGE_HEADERS)
  }
  const trim = trimSlash(new Set(console.pages.map(({ path }) => firstWord(path)).filter((word) => word !== '')))
  return (exchange, next) => trim(exchange, async () => serve(exchange, next))
}
