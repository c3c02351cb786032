import { html } from '../markup/html.ts'
import type { HtmlContent } from '../markup/html.ts'

/**
 * A text in quotation marks on one line, with the colon behind it where it names a field. Longer ones stay as they are:
 * without a bound each mark that is never closed would be looked for to the end of the line.
 */
const TEXT = /("(?:[^"\\\n]|\\.){0,400}"|'(?:[^'\\\n]|\\.){0,400}'|`[^`]{0,400}`)(:?)/

const REMARKS: Readonly<Record<string, string>> = { sh: '#', python: '#', ts: '//', js: '//' }

const line = (text: string, remark: string | undefined): HtmlContent => {
  if (remark !== undefined && text.trimStart().startsWith(remark)) return html`<span class="c">${text}</span>`
  return text.split(TEXT).map((piece, index, pieces) => {
    if (index % 3 !== 1) return piece
    return pieces[index + 1] === ':' ? html`<span class="k">${piece}</span>` : html`<span class="s">${piece}</span>`
  })
}

/** A listing with its texts, names of fields and remarks marked. */
export const highlighted = (language: string, text: string): HtmlContent =>
  text.split('\n').flatMap((each, index): readonly HtmlContent[] => {
    const shown = line(each, REMARKS[language])
    return index === 0 ? [shown] : ['\n', shown]
  })
