/** A piece of a document, as far as the documentation uses Markdown. */
export type Block =
  | { readonly tag: 'heading'; readonly level: number; readonly text: string }
  | { readonly tag: 'paragraph'; readonly text: string }
  | { readonly tag: 'code'; readonly language: string; readonly text: string }
  | { readonly tag: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly tag: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

interface Read {
  readonly block: Block
  /** The first line after the block. */
  readonly next: number
}

const ITEM = /^(?:-|\d+\.) +/
const FENCE = '```'
const HEADING = /^(#{1,4}) (.*)$/

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === ''

const endOf = (lines: readonly string[], from: number, isEnd: (line: string) => boolean): number => {
  const found = lines.findIndex((line, at) => at >= from && isEnd(line))
  return found === -1 ? lines.length : found
}

const readCode = (lines: readonly string[], at: number): Read => {
  const end = endOf(lines, at + 1, (line) => line === FENCE)
  if (end === lines.length) throw new Error(`a block of code has no end: ${lines[at]}`)
  const text = lines.slice(at + 1, end).join('\n')
  return { block: { tag: 'code', language: (lines[at] ?? '').slice(FENCE.length), text }, next: end + 1 }
}

/** Cells stand between bars; `\|` is a bar inside a cell. */
const cellsOf = (line: string): readonly string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())

const readTable = (lines: readonly string[], at: number): Read => {
  const end = endOf(lines, at, (line) => !line.startsWith('|'))
  const [head = '', , ...rows] = lines.slice(at, end)
  return { block: { tag: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }, next: end }
}

const INDENTED = /^ {2,}\S/

/** An item is its first line and every line that stands further right. */
const readItem = (
  lines: readonly string[],
  at: number,
): { readonly blocks: readonly Block[]; readonly next: number } => {
  const mark = ITEM.exec(lines[at] ?? '')?.[0] ?? ''
  let next = at + 1
  while (
    next < lines.length &&
    (INDENTED.test(lines[next] ?? '') || (isBlank(lines[next]) && INDENTED.test(lines[next + 1] ?? '')))
  ) {
    next += 1
  }
  const inner = lines.slice(at + 1, next).map((line) => line.replace(/^ {2,3}(?=\S)|^ {2}/, ''))
  return { blocks: blocksOf([(lines[at] ?? '').slice(mark.length), ...inner]), next }
}

const readList = (lines: readonly string[], at: number): Read => {
  const items: (readonly Block[])[] = []
  let next = at
  while (ITEM.test(lines[next] ?? '')) {
    const item = readItem(lines, next)
    items.push(item.blocks)
    next = isBlank(lines[item.next]) && ITEM.test(lines[item.next + 1] ?? '') ? item.next + 1 : item.next
  }
  return { block: { tag: 'list', isOrdered: /^\d/.test(lines[at] ?? ''), items }, next }
}

const endsParagraph = (line: string): boolean =>
  isBlank(line) || line.startsWith(FENCE) || line.startsWith('|') || HEADING.test(line) || ITEM.test(line)

const readBlock = (lines: readonly string[], at: number): Read => {
  const line = lines[at] ?? ''
  if (line.startsWith(FENCE)) return readCode(lines, at)
  if (line.startsWith('|')) return readTable(lines, at)
  if (ITEM.test(line)) return readList(lines, at)
  const [, marks, text = ''] = HEADING.exec(line) ?? []
  if (marks !== undefined) return { block: { tag: 'heading', level: marks.length, text }, next: at + 1 }
  const end = endOf(lines, at + 1, endsParagraph)
  return { block: { tag: 'paragraph', text: lines.slice(at, end).join(' ').replace(/ +/g, ' ') }, next: end }
}

const blocksOf = (lines: readonly string[]): readonly Block[] => {
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    if (isBlank(lines[at])) at += 1
    else {
      const { block, next } = readBlock(lines, at)
      blocks.push(block)
      at = next
    }
  }
  return blocks
}

/**
 * The blocks of a document: headings, paragraphs, fenced code, lists inside lists, tables. Anything else of Markdown is
 * text. Throws where a block of code has no end.
 */
export const parseMarkdown = (text: string): readonly Block[] => blocksOf(text.split('\n'))
