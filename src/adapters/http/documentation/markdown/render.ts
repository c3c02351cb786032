import { html } from '../markup/html.ts'
import type { Html, HtmlContent } from '../markup/html.ts'
import { parseMarkdown } from './blocks.ts'
import type { Block } from './blocks.ts'
import { highlighted } from './highlight.ts'
import { headingId, INLINE, plainText } from './inline-text.ts'

/** A link to a page's Markdown is a link to the page. */
const addressOf = (href: string): string => (href.startsWith('/docs/') ? href.replace(/\.md(?=#|$)/, '') : href)

const link = (href: string, text: HtmlContent): Html => html`<a href="${addressOf(href)}">${text}</a>`

const inline = (text: string): HtmlContent => {
  const pieces: HtmlContent[] = []
  let from = 0
  for (const found of text.matchAll(INLINE)) {
    const [whole, mark, code, bold, label, href, address] = found
    pieces.push(text.slice(from, found.index))
    from = found.index + whole.length
    if (mark !== undefined) pieces.push(mark)
    else if (code !== undefined) pieces.push(html`<code>${code}</code>`)
    else if (bold !== undefined) pieces.push(html`<strong>${inline(bold)}</strong>`)
    else if (href !== undefined) pieces.push(link(href, inline(label ?? '')))
    else pieces.push(link(address ?? '', address ?? ''))
  }
  return [...pieces, text.slice(from)]
}

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  python: 'Python',
  ts: 'TypeScript',
  js: 'JavaScript',
  json: 'JSON',
}

const codeBlock = (language: string, text: string): Html => ({
  // Spaces inside count, so no template that a formatter may indent.
  html: `<pre tabindex="0"><code>${html`${highlighted(language, text)}`.html}</code></pre>`,
})

type Code = Extract<Block, { tag: 'code' }>

const sample = ({ language, text }: Code, name: string): Html =>
  html`<div class="sample" data-language="${language}">
    ${name === '' ? '' : html`<p class="caption">${name}</p>`}${codeBlock(language, text)}
  </div>`

/** One call in several languages, of which a script makes tabs. */
const CALL = ['sh', 'python', 'ts']

const isCall = (blocks: readonly Code[]): boolean => blocks.map(({ language }) => language).join() === CALL.join()

/** Blocks of code that follow each other. */
const codeGroup = (blocks: readonly Code[]): Html =>
  isCall(blocks)
    ? html`<div class="samples call">
        ${blocks.map((block) => sample(block, block.language === 'sh' ? 'curl' : (LANGUAGES[block.language] ?? '')))}
      </div>`
    : html`${blocks.map(
        (block) => html`<div class="samples">${sample(block, LANGUAGES[block.language] ?? block.language)}</div>`,
      )}`

/** On a phone each cell is a line of its own, with the head of its column. */
const cell = (text: string, head: string): Html => html`<td data-head="${plainText(head)}">${inline(text)}</td>`

const headingElement = (level: number, text: string): Html => {
  const words = inline(text)
  const id = headingId(text)
  switch (level) {
    case 1:
      return html`<h1>${words}</h1>`
    case 2:
      return html`<h2 id="${id}">${words}</h2>`
    case 3:
      return html`<h3 id="${id}">${words}</h3>`
    default:
      return html`<h4 id="${id}">${words}</h4>`
  }
}

const item = (blocks: readonly Block[]): Html => {
  const [first, ...others] = blocks
  if (first?.tag !== 'paragraph') return html`<li>${renderBlocks(blocks)}</li>`
  return html`<li>${inline(first.text)}${renderBlocks(others)}</li>`
}

const element = (block: Exclude<Block, Code>): Html => {
  switch (block.tag) {
    case 'heading':
      return headingElement(block.level, block.text)
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>`
    case 'list':
      return block.isOrdered
        ? html`<ol>
            ${block.items.map(item)}
          </ol>`
        : html`<ul>
            ${block.items.map(item)}
          </ul>`
    case 'table':
      return html`<div class="table" tabindex="0">
        <table>
          <thead>
            <tr>
              ${block.head.map((text) => html`<th scope="col">${inline(text)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${block.rows.map(
              (row) =>
                html`<tr>
                  ${row.map((text, at) => cell(text, block.head[at] ?? ''))}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
  }
}

const renderBlocks = (blocks: readonly Block[]): readonly Html[] => {
  const parts: Html[] = []
  let at = 0
  while (at < blocks.length) {
    const block = blocks[at]
    if (block === undefined) break
    if (block.tag !== 'code') {
      parts.push(element(block))
      at += 1
    } else {
      const end = blocks.findIndex((each, index) => index > at && each.tag !== 'code')
      const group = blocks.slice(at, end === -1 ? blocks.length : end)
      parts.push(codeGroup(group.filter((each) => each.tag === 'code')))
      at += group.length
    }
  }
  return parts
}

/** A document as markup. No text of it can become markup of its own. */
export const renderMarkdown = (text: string): Html => html`${renderBlocks(parseMarkdown(text))}`
