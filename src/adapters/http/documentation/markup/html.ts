/** Markup that is safe to put into a page as it is. */
export interface Html {
  readonly html: string
}

export type HtmlContent = Html | string | number | readonly HtmlContent[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

const render = (piece: HtmlContent): string => {
  if (typeof piece === 'string' || typeof piece === 'number') return escape(String(piece))
  return 'html' in piece ? piece.html : piece.map(render).join('')
}

/** A template whose inserted values are escaped, so that no text of a document can become markup. */
export const html = (parts: TemplateStringsArray, ...holes: readonly HtmlContent[]): Html => ({
  html: parts.reduce((page, part, index) => page + render(holes[index - 1] ?? '') + part),
})
