import { createHash } from 'node:crypto'
import type { Html } from '../markup/html.ts'

/**
 * A style element and the source by which a content security policy admits it. Both are made of one text: a browser
 * hashes every character between the tags, so one added space would make it reject the style.
 */
export const styleElement = (css: string): { readonly element: Html; readonly source: string } => ({
  element: { html: `<style>${css}</style>` },
  source: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
})
