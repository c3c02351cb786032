import { editDistance } from '../../domain/edit-distance.ts'
import { VARIABLES } from './config-variables.ts'
import { isProviderVariable, providerVariables } from './provider-settings.ts'

/** The file of variables in the working directory. */
interface EnvFile {
  readonly path: string
  readonly text: string
}

const ASSIGNMENT = /^(?:export +)?([\w.-]+)\s*=\s*(["'`]?)/

/** Without quotes a value ends at the first of these signs; a comment that was meant has a blank before it. */
const CUT = /^[^#]*[^#\s]#/

type Line =
  | {
      readonly tag: 'assignment'
      readonly number: number
      readonly name: string
      /** Whether a comment begins inside of the value, where none was meant. */
      readonly isCut: boolean
    }
  | { readonly tag: 'unclosed_quote'; readonly number: number; readonly name: string }
  | { readonly tag: 'no_assignment'; readonly number: number }

/** The lines of the file, apart from comments, empty ones and those within a value in quotes. */
const linesOf = (text: string): readonly Line[] => {
  const lines = text.split('\n').map((line) => line.trim())
  const found: Line[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const [line = '', number] = [lines[at], at + 1]
    if (line === '' || line.startsWith('#')) continue
    const [begin = '', name, quote = ''] = ASSIGNMENT.exec(line) ?? []
    if (name === undefined) {
      found.push({ tag: 'no_assignment', number })
      continue
    }
    const isClosedHere = quote === '' || line.includes(quote, begin.length)
    const end = isClosedHere ? at : lines.findIndex((other, index) => index > at && other.includes(quote))
    const isCut = quote === '' && CUT.test(line.slice(begin.length))
    found.push(end < 0 ? { tag: 'unclosed_quote', number, name } : { tag: 'assignment', number, name, isCut })
    if (end > at) at = end
  }
  return found
}

/** Two letters that changed places are two edits. Names that differ by more are often those of other programs. */
const MOST_EDITS = 2

/** The nearest of these names, where few of its letters differ; null if there is none. */
const nearest = (name: string, known: readonly string[]): string | null => {
  const most = Math.min(MOST_EDITS, Math.floor(name.length / 4))
  const near = known
    .map((each) => ({ each, edits: editDistance(name.toUpperCase(), each, most) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((one, other) => one.edits - other.edits)
  return near[0]?.each ?? null
}

const misnamed = (where: string, name: string, meant: string): string =>
  `${where} sets ${name}, which the gateway does not read: is it ${meant}?`

const mistakesOfFile = (
  { path, text }: EnvFile,
  meantBy: (name: string, isOfFile: boolean) => string | null,
): readonly string[] =>
  linesOf(text).flatMap((line, at, lines) => {
    const where = `line ${line.number} of ${path}`
    switch (line.tag) {
      case 'no_assignment':
        return [`${where} sets nothing: write NAME=value, or # before a comment`]
      case 'unclosed_quote':
        return [`${where} opens a quote for ${line.name} that nothing closes: close it, or write the value without`]
      case 'assignment': {
        const meant = meantBy(line.name, true)
        const later = lines.find((other, index) => index > at && other.tag === 'assignment' && other.name === line.name)
        return [
          ...(meant === null ? [] : [misnamed(where, line.name, meant)]),
          ...(line.isCut
            ? [`${where} gives ${line.name} only what stands before its first #: put the value in quotes`]
            : []),
          ...(later === undefined ? [] : [`${where} counts for nothing: line ${later.number} sets ${line.name} again`]),
        ]
      }
    }
  })

/** Where the variables of a process come from. */
export interface GivenVariables {
  /** Null where there is none. */
  readonly file: EnvFile | null
  /** The names that the process got from the one that started it. */
  readonly inherited: readonly string[]
}

/**
 * One sentence for each thing from which the gateway gets nothing although its author meant it: a line that is no
 * assignment or that a later one undoes, and a name that is nearly one of ours. Names of other programs are none of its
 * business. No sentence has a value: the line may hold a secret.
 *
 * Other programs have keys and addresses of providers too, so only in our own file names of that form are compared, and
 * only where the catalogue says which providers there are; `providerIds` null: it is not read.
 */
export const mistakesOf = (
  { file, inherited }: GivenVariables,
  providerIds: readonly string[] | null,
): readonly string[] => {
  const known = [...Object.keys(VARIABLES), ...(providerIds ?? []).flatMap(providerVariables)]
  const meantBy = (name: string, isOfFile: boolean): string | null => {
    const isForeign = isProviderVariable(name) && (!isOfFile || providerIds === null)
    return known.includes(name) || isForeign ? null : nearest(name, known)
  }
  const inEnvironment = inherited.flatMap((name) => {
    const meant = meantBy(name, false)
    return meant === null ? [] : [misnamed('the environment', name, meant)]
  })
  return [...(file === null ? [] : mistakesOfFile(file, meantBy)), ...inEnvironment]
}
