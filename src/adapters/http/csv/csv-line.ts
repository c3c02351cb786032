/** A sum below zero begins like a formula, and is a plain number to a spreadsheet. */
const NUMBER = /^-\d+(?:\.\d+)?$/

/**
 * What stands before a sign that begins a formula, also in its full-width form: at the beginning of a field, and behind
 * what may end one. Where the comma stands in decimals a spreadsheet parts the fields by semicolons, and then quotes
 * inside a field mean nothing to it, and doubled ones behind a semicolon open a text and end it: what follows is read.
 */
const BEFORE_FORMULA = /(?:^|[;\t\r\n])[ "]*(?=[=+\-@＝＋－＠])/g

const NEEDS_QUOTES = /[",;\t\r\n]/

type CsvValue = string | number | boolean | null

/** A text of a person may hold a formula, which a spreadsheet then computes; an apostrophe makes it text again. */
const fieldOf = (value: CsvValue): string => {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = NUMBER.test(value) ? value : value.replaceAll(BEFORE_FORMULA, "$&'")
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record of RFC 4180, its line end included. An absent value is an empty field. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(fieldOf).join(',')}\r\n`

/** The names of columns, and how each is read from a row. */
export type CsvColumns<A> = Readonly<Record<string, (row: A) => CsvValue>>

export const csvHeader = (columns: CsvColumns<never>): string => csvLine(Object.keys(columns))

/** A writer of rows as records, for many rows. */
export const csvRecords = <A>(columns: CsvColumns<A>): ((rows: readonly A[]) => string) => {
  const readers = Object.values(columns)
  return (rows) => rows.map((row) => csvLine(readers.map((read) => read(row)))).join('')
}

/** A whole table, page by page as its rows come. */
export const csvTable = async function* <A, B>(
  columns: CsvColumns<B>,
  pages: AsyncIterable<readonly A[]>,
  write: (row: A) => B,
): AsyncGenerator<string> {
  const records = csvRecords(columns)
  yield csvHeader(columns)
  // A page without a row yields too: a client that has left is noticed between two pieces.
  for await (const page of pages) yield records(page.map(write))
}

/** A moment as spreadsheets and people read it, beside a column of Unix seconds. UTC. */
export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
