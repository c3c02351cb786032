import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Model } from '../../../domain/catalog/model.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { codedText, versionOf } from '../sending/coded-file.ts'
import type { CodedFile } from '../sending/coded-file.ts'
import { pageHtml } from './html/layout.ts'
import type { PageFiles } from './html/layout.ts'
import { WORDS } from './html/words.ts'
import { llmsText } from './llms.ts'
import { once } from './once.ts'
import { endpointPage } from './pages/endpoint-page.ts'
import { guidePage } from './pages/guide-page.ts'
import type { GuideFile } from './pages/guide-page.ts'
import { overviewPage } from './pages/overview-page.ts'
import { OVERVIEW_PATHS } from './pages/page.ts'
import type { Language, Page } from './pages/page.ts'
import { parseDocument } from './parse-document.ts'
import type { ParsedDocument } from './parse-document.ts'
import { withOfferedModels, withSandboxPassages } from './sample-models.ts'
import { searchIndex } from './search-index.ts'

/** What the documentation is made of beside the API document. */
export interface DocumentationSources {
  /** In the order in which the menu shows them. */
  readonly guides: readonly GuideFile[]
  /** The models that samples name where the sandbox is off; null: the sandbox is on, and samples name its models. */
  readonly modelsWithoutSandbox: readonly Model[] | null
  readonly style: string
  readonly script: string
}

interface ServedFile {
  readonly file: CodedFile
  /** Files whose names have their hashes may be kept for ever. */
  readonly kind: 'page' | 'text' | 'hashed'
}

/** The pages and files of the documentation by their addresses. */
export interface Documentation {
  /** Every page in the order of the menu. */
  readonly pages: readonly Page[]
  /** Undefined where nothing has this address. A file is made when it is asked for first, and kept. */
  readonly find: (path: string) => Promise<ServedFile> | undefined
  /** What a browser shows for an address that has nothing: where to go on, in the language of the address. */
  readonly missing: (path: string) => string
}

const UTF_8 = '; charset=utf-8'

type Entry = readonly [path: string, file: () => Promise<ServedFile>]

const entry = (path: string, kind: ServedFile['kind'], contentType: string, text: () => string): Entry => [
  path,
  once(async () => ({ kind, file: await codedText(`${contentType}${UTF_8}`, text()) })),
]

const hashedPath = (name: string, extension: string, text: string): string =>
  `/docs/files/${name}-${versionOf(text)}.${extension}`

/** A page takes about a millisecond. */
const PAGES_IN_A_TURN = 4

/** Pages of all endpoints, group by group. Calls that come while they are written are answered in between. */
const endpointPages = async (document: ParsedDocument, baseUrl: string): Promise<readonly Page[]> => {
  const operations = document.tags.flatMap(({ name }) => document.operations.filter(({ tags }) => tags.includes(name)))
  const pages: Page[] = []
  for (const operation of operations) {
    pages.push(endpointPage(operation, document, baseUrl))
    if (pages.length % PAGES_IN_A_TURN === 0) await nextTurn()
  }
  return pages
}

/** The page of the models of the sandbox. */
const SANDBOX_GUIDE = 'sandbox'

const offeredGuides = ({ guides, modelsWithoutSandbox }: DocumentationSources): readonly GuideFile[] =>
  guides
    .filter(({ name }) => modelsWithoutSandbox === null || name !== SANDBOX_GUIDE)
    .map((guide) => ({ ...guide, text: withSandboxPassages(guide.text, modelsWithoutSandbox === null) }))

/** A page in place of one that is not there. Its other language is the first page of all. */
const missingPage = (overview: Page): Page => {
  const { heading, lead } = WORDS[overview.language].missing
  return { ...overview, title: heading, summary: heading, markdown: `# ${heading}\n\n${lead}` }
}

const withOffered = (page: Page, { modelsWithoutSandbox: models }: DocumentationSources): Page =>
  models === null ? page : { ...page, markdown: withOfferedModels(page.markdown, models) }

/** The documentation of this API. Samples call `baseUrl`. */
export const documentationOf = async (
  source: OpenApiDocument,
  sources: DocumentationSources,
  baseUrl: string,
): Promise<Documentation> => {
  const document = parseDocument(source)
  const { style, script } = sources
  const guides = offeredGuides(sources)
  const written = guides.map((file) => guidePage(file, guides, baseUrl))
  const endpoints = await endpointPages(document, baseUrl)
  const overviews = (['en', 'ru'] as const).map((language) => overviewPage(document, written, baseUrl, language))
  const pages = [...overviews, ...written, ...endpoints].map((page) => withOffered(page, sources))
  const index = searchIndex(pages)
  const files: PageFiles = {
    style: hashedPath('style', 'css', style),
    script: hashedPath('script', 'js', script),
    search: hashedPath('search', 'json', index),
  }
  const served = new Map<string, () => Promise<ServedFile>>([
    ...pages.flatMap((page): readonly Entry[] => [
      entry(page.path, 'page', 'text/html', () => pageHtml(page, pages, files, document.title)),
      entry(`${page.path}.md`, 'text', 'text/markdown', () => page.markdown),
    ]),
    entry(files.style, 'hashed', 'text/css', () => style),
    entry(files.script, 'hashed', 'text/javascript', () => script),
    entry(files.search, 'hashed', 'application/json', () => index),
    entry('/llms.txt', 'text', 'text/plain', () => llmsText(document, pages, baseUrl)),
  ])
  const missing = Object.fromEntries(
    overviews.map((overview) => [
      overview.language,
      once(() => pageHtml(missingPage(overview), pages, files, document.title)),
    ]),
  ) as Record<Language, () => string>
  return {
    pages,
    find: (path) => served.get(path)?.(),
    missing: (path) => missing[path.startsWith(`${OVERVIEW_PATHS.ru}/`) ? 'ru' : 'en'](),
  }
}
