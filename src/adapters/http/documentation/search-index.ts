import { headingId, plainText } from './markdown/inline-text.ts'
import type { Page } from './pages/page.ts'

/** What the search knows of a page: short names, since a browser loads all of them at once. */
interface IndexEntry {
  /** The path below `/docs`. */
  readonly p: string
  readonly t: string
  readonly s: string
  /** Headings, each with its anchor where that is not made of the heading. */
  readonly h: readonly (readonly [text: string, anchor: string])[]
  /** Fields, codes and addresses. */
  readonly k: readonly string[]
}

const MAX_SUMMARY = 160

const shortened = (text: string): string => (text.length <= MAX_SUMMARY ? text : `${text.slice(0, MAX_SUMMARY - 1)}…`)

/** The lines outside listings, in which a remark can look like a heading. */
const linesOfProse = (markdown: string): readonly string[] => {
  let isListing = false
  return markdown.split('\n').filter((line) => {
    const isFence = line.startsWith('```')
    if (isFence) isListing = !isListing
    return !isFence && !isListing
  })
}

const headingsOf = ({ markdown, section }: Page): IndexEntry['h'] =>
  // Every endpoint has the same headings.
  section === 'api'
    ? []
    : linesOfProse(markdown).flatMap((line): IndexEntry['h'] => {
        const text = /^#{2,4} (.*)/.exec(line)?.[1]
        return text === undefined ? [] : [[plainText(text), headingId(text)]]
      })

/** Everything that the search in the pages looks through, as one file. */
export const searchIndex = (pages: readonly Page[]): string =>
  JSON.stringify(
    pages.map((page): IndexEntry => ({
      p: page.path,
      t: plainText(page.section === 'api' ? `${page.label} ${page.title}` : page.title),
      s: shortened(plainText(page.summary)),
      h: headingsOf(page),
      k: page.terms,
    })),
  )
