import type { OpenApiDocument } from '../document.ts'
import type { Guide } from './guide.ts'
import { guides } from './guides.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { menu } from './menu.ts'
import { operationSection } from './operation-section.ts'
import { PAGE_STYLE } from './page-style.ts'
import { operationsOf, parseDocument } from './parse-document.ts'
import type { ParsedDocument } from './parse-document.ts'
import { styleElement } from './style-element.ts'

/** An icon inside the page, so that a browser requests no further file. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E' +
  '%3Crect width=%2216%22 height=%2216%22 rx=%224%22 fill=%22%232f6fed%22/%3E' +
  '%3Cpath d=%22M4 5h5M4 8h8M4 11h6%22 stroke=%22%23fff%22 stroke-width=%221.6%22 stroke-linecap=%22round%22/%3E' +
  '%3C/svg%3E'

const guideSection = ({ id, title, body }: Guide): Html =>
  html`<section id="${id}" class="guide">
    <h2>${title}</h2>
    ${body}
  </section>`

const tagHeader = ({ name, description }: ParsedDocument['tags'][number]): Html =>
  html`<header class="tag">
    <h2>${name}</h2>
    <p>${description}</p>
  </header>`

interface ReferencePage {
  readonly html: string
  /** The content security policy that admits the page's own style and nothing else. */
  readonly policy: string
}

/** The document as a page for people: no script, no font, nothing from elsewhere. Samples call `baseUrl`. */
export const referencePage = (source: OpenApiDocument, baseUrl: string): ReferencePage => {
  const document = parseDocument(source)
  const chapters = guides(baseUrl)
  const style = styleElement(PAGE_STYLE)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.title}: API documentation</title>
        <link rel="icon" href="${ICON}" />
        ${style.element}
      </head>
      <body>
        <p class="bar"><a href="#top">${document.title}</a> <a href="#contents">Contents</a></p>
        <main>
          <header id="top">
            <h1>${document.title} <small>${document.version}</small></h1>
            <p class="lead">${document.summary}</p>
          </header>
          ${chapters.map(guideSection)}${document.tags.map((tag) => [
            tagHeader(tag),
            operationsOf(document, tag.name).map((operation) => operationSection(operation, document, baseUrl)),
          ])}
        </main>
        ${menu(document, chapters)}
      </body>
    </html> `
  return {
    html: page.html,
    policy: `default-src 'none'; style-src ${style.source}; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  }
}
