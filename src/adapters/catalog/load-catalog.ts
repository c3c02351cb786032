import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ValidationError } from 'io-ts'
import { parseDocument } from 'yaml'
import { thrownMessage } from '../../application/thrown-message.ts'
import type { CatalogFile, CatalogProblem } from '../../domain/catalog/catalog-file.ts'
import { catalogProblems } from '../../domain/catalog-check/catalog-problems.ts'
import { catalogCodecs, NAME_FIELDS } from './catalog-wire.ts'
import type { KnownAdapters } from './catalog-wire.ts'
import { nameOfEntry, rawEntries, readEntries } from './read-entries.ts'
import { toCatalogFile } from './to-domain.ts'

const WHOLE_FILE = 'catalogue'

const isSection = (key: string | undefined): key is keyof typeof NAME_FIELDS =>
  key !== undefined && Object.hasOwn(NAME_FIELDS, key)

/**
 * Entries are named as elsewhere: a model by its id alone, the others behind their section; by number as a last resort.
 */
const whereOf = ({ context }: ValidationError, content: unknown): string => {
  const [section, index, ...inside] = context.map(({ key }) => key).filter((key) => key !== '')
  const name =
    isSection(section) && index !== undefined ? nameOfEntry(rawEntries(content, section)[Number(index)], section) : null
  const entry = name === null ? [section, index] : section === 'models' ? [name] : [section, name]
  return [...entry, ...inside].filter((part) => part !== undefined).join('.') || WHOLE_FILE
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['boolean', 'true or false'],
  ['a catalogue', 'a record of providers and models'],
])

/** What a codec expects, for people: the library makes names like `Array<string>` for codecs without a name. */
const inWords = (name: string): string => {
  const [, entry] = /^Array<(.+)>$/.exec(name) ?? []
  if (entry !== undefined) return `a list, each entry ${inWords(entry)}`
  const [, value] = /^\{ \[K in string\]: (.+) \}$/.exec(name) ?? []
  return value === undefined ? (WORDS.get(name) ?? name) : `a record, each value ${inWords(value)}`
}

const problemOf = (error: ValidationError, content: unknown): CatalogProblem => {
  const expected = inWords(error.context.at(-1)?.type.name ?? 'another value')
  const message = error.message ?? (error.value === undefined ? `is missing: ${expected}` : `must be ${expected}`)
  return { where: whereOf(error, content), message }
}

const unique = (problems: readonly CatalogProblem[]): readonly CatalogProblem[] => [
  ...new Map(problems.map((problem) => [`${problem.where} ${problem.message}`, problem])).values(),
]

/** The library shows the lines around a mistake; its first line says all on one: what, at which line and column. */
const firstLine = (message: string): string => (message.split('\n', 1)[0] ?? '').replace(/:$/, '')

const wholeFile = (message: string): CatalogProblem => ({ where: WHOLE_FILE, message: firstLine(message) })

/** What follows from a mistake in the syntax looks like further mistakes, and a file of another kind has thousands. */
const MOST_SYNTAX_ERRORS = 5

/** Where the library speaks to programmers. */
const SYNTAX: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'a line of three dashes begins a second document: a catalogue is one',
}

const parse = (text: string): Either<readonly CatalogProblem[], unknown> => {
  const document = parseDocument(text, { prettyErrors: true })
  if (document.errors.length > 0) {
    return left(
      document.errors.slice(0, MOST_SYNTAX_ERRORS).map(({ code, message }) => wholeFile(SYNTAX[code] ?? message)),
    )
  }
  try {
    return right(document.toJS())
  } catch (error) {
    // Aliases of nothing, or of so much that they would fill the memory.
    return left([wholeFile(thrownMessage(error))])
  }
}

/**
 * Reads a catalogue's text. Everything wrong with it is listed in one pass: the form of each entry, and what the
 * entries of a right form say.
 */
export const loadCatalog = (text: string, known: KnownAdapters): Either<readonly CatalogProblem[], CatalogFile> => {
  const content = parse(text)
  if (isLeft(content)) return content
  const codecs = catalogCodecs(known)
  const decoded = codecs.catalog.decode(content.right)
  const ofForm = isLeft(decoded) ? unique(decoded.left.map((error) => problemOf(error, content.right))) : []
  const { good, malformed } = readEntries(content.right, codecs.entries)
  const file = toCatalogFile(good)
  const problems = [...ofForm, ...catalogProblems(file, malformed)]
  return problems.length === 0 ? right(file) : left(problems)
}
