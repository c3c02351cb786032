/** Markup that is safe to put into a page as it is. */
export interface Html {
  readonly html: string
}

export type Piece = Html | string | number | readonly Piece[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

const render = (piece: Piece): string => {
  if (typeof piece === 'string' || typeof piece === 'number') return escape(String(piece))
  return 'html' in piece ? piece.html : piece.map(render).join('')
}

/** A template whose holes are escaped, so that nothing in a document can become markup. */
export const html = (parts: TemplateStringsArray, ...holes: readonly Piece[]): Html => ({
  html: parts.reduce((page, part, index) => page + render(holes[index - 1] ?? '') + part),
})

/** Text with `code` in backticks. */
export const prose = (text: string): Html => ({
  html: text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${escape(part)}</code>` : escape(part)))
    .join(''),
})

/** A listing. Spaces inside count, so it is written without a template that a formatter may indent. */
export const listing = (content: Piece): Html => ({ html: `<pre tabindex="0"><code>${render(content)}</code></pre>` })
