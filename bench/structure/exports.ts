import { posix } from 'node:path'
import { EVERY_NAME, sourceFiles, table } from './source.ts'
import type { SourceTree } from './source.ts'

type Reader = 'program' | 'tests' | 'its own file' | 'nothing at all'

interface Export {
  readonly path: string
  readonly name: string
  readonly isType: boolean
  /** Who reads it, the first of this order that does. */
  readonly reader: Reader
}

/** Folders whose files are not part of the running program. */
const TESTS = /^(test|bench|hostile)\//

const occurrences = (text: string, name: string): number =>
  [...text.matchAll(/[\w$]+/g)].filter(([word]) => word === name).length

const exportsOf = (tree: SourceTree): readonly Export[] => {
  const readBy = { program: new Set<string>(), tests: new Set<string>() }
  for (const [path, { uses }] of tree.modules) {
    const reader = TESTS.test(path) ? readBy.tests : readBy.program
    for (const { specifier, name } of uses) {
      if (specifier.startsWith('.')) reader.add(`${posix.join(posix.dirname(path), specifier)}#${name}`)
    }
  }
  const isRead = (names: ReadonlySet<string>, path: string, name: string): boolean =>
    names.has(`${path}#${name}`) || names.has(`${path}#${EVERY_NAME}`)

  const readerOf = (path: string, name: string, text: string): Reader => {
    if (isRead(readBy.program, path, name)) return 'program'
    if (isRead(readBy.tests, path, name)) return 'tests'
    return occurrences(text, name) > 1 ? 'its own file' : 'nothing at all'
  }
  return sourceFiles(tree).flatMap(([path, text]) =>
    (tree.modules.get(path)?.exports ?? []).map((each) => ({ ...each, path, reader: readerOf(path, each.name, text) })),
  )
}

/** Exports of src by the kind of file that imports them. */
export const exportTable = (tree: SourceTree): string => {
  const all = exportsOf(tree)
  const row = (name: string, exported: readonly Export[]): readonly (string | number)[] => {
    const of = (reader: Reader): number => exported.filter((each) => each.reader === reader).length
    const unread = exported.length - of('program')
    return [name, exported.length, unread, of('tests'), of('its own file'), of('nothing at all')]
  }
  return table(
    [
      'exports of src',
      'all',
      'imported by no other file of src',
      'only by tests',
      'only used inside',
      'not used at all',
    ],
    [
      row(
        'types',
        all.filter(({ isType }) => isType),
      ),
      row(
        'values',
        all.filter(({ isType }) => !isType),
      ),
      row('all', all),
    ],
  )
}

export const exportList = (tree: SourceTree): string =>
  exportsOf(tree)
    .filter(({ reader }) => reader !== 'program')
    .map(({ path, name, isType, reader }) => `${reader}: ${path} ${isType ? 'type ' : ''}${name}`)
    .toSorted()
    .join('\n')
