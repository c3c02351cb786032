import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ValidationError } from 'io-ts'
import { parseDocument } from 'yaml'
import type { CatalogFile, CatalogProblem } from '../../domain/catalog/catalog-file.ts'
import { catalogProblems } from '../../domain/catalog/consistency.ts'
import { catalogWire } from './catalog-wire.ts'
import { toCatalogFile } from './to-domain.ts'

const WHOLE_FILE = 'catalogue'

const whereOf = ({ context }: ValidationError): string =>
  context
    .map(({ key }) => key)
    .filter((key) => key !== '')
    .join('.') || WHOLE_FILE

const problemOf = (error: ValidationError): CatalogProblem => {
  const expected = error.context.at(-1)?.type.name ?? 'another value'
  const message = error.message ?? (error.value === undefined ? `is missing: ${expected}` : `must be ${expected}`)
  return { where: whereOf(error), message }
}

const unique = (problems: readonly CatalogProblem[]): readonly CatalogProblem[] => [
  ...new Map(problems.map((problem) => [`${problem.where} ${problem.message}`, problem])).values(),
]

/** Reads a catalogue's text. Everything wrong with it is listed: first its form, then what it says. */
export const loadCatalog = (text: string): Either<readonly CatalogProblem[], CatalogFile> => {
  const document = parseDocument(text, { prettyErrors: true })
  if (document.errors.length > 0) {
    return left(document.errors.map((error) => ({ where: WHOLE_FILE, message: error.message })))
  }
  const decoded = catalogWire.decode(document.toJS())
  if (isLeft(decoded)) return left(unique(decoded.left.map(problemOf)))
  const file = toCatalogFile(decoded.right)
  const problems = catalogProblems(file)
  return problems.length === 0 ? right(file) : left(problems)
}
