import { html } from './html.ts'
import type { Html } from './html.ts'
import type { Guide } from './guide.ts'
import { operationsOf } from './parse-document.ts'
import type { Operation, ParsedDocument } from './parse-document.ts'

export const methodBadge = ({ method }: Pick<Operation, 'method'>): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`

/** A long path is broken before a slash, never inside a name. */
const breakable = (path: string): readonly Html[] =>
  path.split(/(?=\/)/).map((part, index) => (index === 0 ? html`${part}` : html`<wbr />${part}`))

const entry = ({ id, method, path }: Operation): Html =>
  html`<li>
    <a href="#${id}"
      >${methodBadge({ method })} <span class="path">${breakable(path.replace(/^\/v1(?=\/)/, ''))}</span></a
    >
  </li>`

/** Everything on the page. On a wide screen it stands beside the text, on a narrow one below it. */
export const menu = (document: ParsedDocument, guides: readonly Guide[]): Html =>
  html`<nav id="contents" aria-label="Contents">
    <a class="home" href="#top">${document.title}</a>
    <h2>Guides</h2>
    <ul class="guides">
      ${guides.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
    ${document.tags.map(
      (tag) =>
        html`<h2>${tag.name}</h2>
          <ul>
            ${operationsOf(document, tag.name).map(entry)}
          </ul>`,
    )}
  </nav>`
