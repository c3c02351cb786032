import { OVERVIEW_PATHS } from '../pages/page.ts'
import type { Page } from '../pages/page.ts'
import { html } from '../markup/html.ts'
import type { Html } from '../markup/html.ts'
import { WORDS } from './words.ts'

/** A long path is broken before a slash, never inside a name. */
const breakable = (path: string): readonly Html[] =>
  path.split(/(?=\/)/).map((part, index) => (index === 0 ? html`${part}` : html`<wbr />${part}`))

const label = (page: Page): Html => {
  if (page.section !== 'api') return html`${page.label}`
  const [method = '', path = ''] = page.label.split(' ')
  return html`<span class="method ${method.toLowerCase()}">${method}</span>
    <span class="path">${breakable(path.replace(/^\/v1(?=\/)/, ''))}</span>`
}

const entry = (page: Page, current: Page): Html =>
  page.path === current.path
    ? html`<li><a href="${page.path}" aria-current="page">${label(page)}</a></li>`
    : html`<li><a href="${page.path}">${label(page)}</a></li>`

const list = (pages: readonly Page[], current: Page): Html =>
  html`<ul>
    ${pages.map((page) => entry(page, current))}
  </ul>`

/** The group of the page is open, all others are folded. */
const group = (name: string, pages: readonly Page[], current: Page): Html => {
  const inside = html`<summary>${name}</summary>
    ${list(pages, current)}`
  return pages.some(({ path }) => path === current.path)
    ? html`<details open>${inside}</details>`
    : html`<details>${inside}</details>`
}

/** Every page in the language of this one, and the reference. On a narrow screen it stands below the text. */
export const menu = (pages: readonly Page[], current: Page): Html => {
  const words = WORDS[current.language]
  const own = pages.filter(({ language }) => language === current.language)
  const groups = Map.groupBy(
    pages.filter(({ section }) => section === 'api'),
    (page) => page.group ?? '',
  )
  return html`<nav id="contents" aria-label="${words.contents}">
    <a class="home" href="${OVERVIEW_PATHS[current.language]}">${words.overview}</a>
    <h2>${words.guides}</h2>
    ${list(
      own.filter(({ section }) => section === 'guides'),
      current,
    )}
    <h2>${words.clients}</h2>
    ${list(
      own.filter(({ section }) => section === 'clients'),
      current,
    )}
    <h2>API</h2>
    ${[...groups].map(([name, inside]) => group(name, inside, current))}
  </nav>`
}
