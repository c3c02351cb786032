import { renderMarkdown } from '../markdown/render.ts'
import { OVERVIEW_PATHS } from '../pages/page.ts'
import type { Page } from '../pages/page.ts'
import { html } from '../markup/html.ts'
import type { Html } from '../markup/html.ts'
import { menu } from './menu.ts'
import { WORDS } from './words.ts'

/** Where a page finds its files. Their names have their hashes. */
export interface PageFiles {
  readonly style: string
  readonly script: string
  readonly search: string
}

/**
 * A page runs the script and the style of this service alone, sends only to it, is shown in no frame, and sends no
 * form. `trusted-types` without a policy lets no script write markup.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** An icon inside the page, so that a browser requests no further file. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E' +
  '%3Crect width=%2216%22 height=%2216%22 rx=%224%22 fill=%22%2317603f%22/%3E' +
  '%3Cpath d=%22M4 5h5M4 8h8M4 11h6%22 stroke=%22%23fff%22 stroke-width=%221.6%22 stroke-linecap=%22round%22/%3E' +
  '%3C/svg%3E'

const translationLink = ({ language, translation }: Page): Html | '' =>
  translation === null
    ? ''
    : html`<a href="${translation}" lang="${language === 'en' ? 'ru' : 'en'}">${WORDS[language].otherLanguage}</a>`

/** Of the first page the list for language models stands in place of its Markdown. */
const markdownOf = ({ path }: Page): string => (path === OVERVIEW_PATHS.en ? '/llms.txt' : `${path}.md`)

/** A page as a browser shows it. It can be read without its script, which adds search, tabs and buttons to copy. */
export const pageHtml = (page: Page, pages: readonly Page[], files: PageFiles, product: string): string => {
  const words = WORDS[page.language]
  const title = page.section === null ? `${product}: ${words.title}` : `${page.title} · ${product}`
  return html`<!doctype html>
    <html lang="${page.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${page.summary}" />
        <title>${title}</title>
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="${files.style}" />
        <link rel="alternate" type="text/markdown" href="${markdownOf(page)}" />
        <script type="module" src="${files.script}"></script>
      </head>
      <body
        data-search="${files.search}"
        data-copy="${words.copy}"
        data-copied="${words.copied}"
        data-nothing-found="${words.nothingFound}"
        data-languages="${words.languages}"
      >
        <a class="skip" href="#text">${words.skip}</a>
        <header class="bar">
          <a class="brand" href="${OVERVIEW_PATHS[page.language]}">${product}</a>
          <div class="search" role="search" hidden>
            <label for="search">${words.search} <kbd>/</kbd></label>
            <input id="search" type="search" autocomplete="off" spellcheck="false" />
            <div id="found" role="status" hidden></div>
          </div>
          <a class="to-contents" href="#contents">${words.contents}</a>
        </header>
        <div class="shell">
          <main id="text" class="${page.section ?? 'overview'}" tabindex="-1">
            <p class="about">${translationLink(page)} <a href="${markdownOf(page)}">${words.markdown}</a></p>
            ${renderMarkdown(page.markdown)}
          </main>
          ${menu(pages, page)}
        </div>
      </body>
    </html> `.html
}
