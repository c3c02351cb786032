import type { Rule } from '../source-tree.ts'
import { isBelow } from './import-edges.ts'

const KEBAB_FOLDER = /^[a-z0-9]+(-[a-z0-9]+)*$/
const KEBAB_FILE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|js)$/
const BARRELS = /^(index|utils?|helpers?|common|types|misc|shared)$/
const EMPTY_SUFFIXES = /^[A-Z]\w*(Service|Manager|Impl|Dto|DTO|Helper|Utils?)$/
const HUNGARIAN = /^I[A-Z][a-z]/

const ours = (path: string): boolean => ['src', 'test', 'bench', 'bin', 'migrations'].some((top) => isBelow(top)(path))

export const namesAreKebabCase: Rule = (tree) =>
  [...tree.modules.keys()].filter(ours).flatMap((path) => {
    const parts = path.split('/')
    const file = parts.pop() ?? ''
    const bad = [...parts.filter((part) => !KEBAB_FOLDER.test(part)), ...(KEBAB_FILE.test(file) ? [] : [file])]
    return bad.map((part) => ({ path, line: 0, message: `${part} is not kebab-case` }))
  })

export const noBarrels: Rule = (tree) =>
  [...tree.modules.keys()].filter(ours).flatMap((path) =>
    path
      .split('/')
      .map((part) => part.replace(/\..*$/, ''))
      .filter((part) => BARRELS.test(part))
      .map((part) => ({ path, line: 0, message: `"${part}" says nothing about what is inside` })),
  )

export const typesAreNamedForTheirRole: Rule = (tree) =>
  [...tree.modules.values()].flatMap((module) =>
    module.declarations
      .filter(({ name, kind }) => {
        if (EMPTY_SUFFIXES.test(name)) return true
        return (kind === 'interface' || kind === 'type') && HUNGARIAN.test(name)
      })
      .map(({ name, line }) => ({ path: module.path, line, message: `${name}: name the role instead` })),
  )

/** A named export is found by its name; a class without a parent is a function that returns an object. */
export const plainExports: Rule = (tree) =>
  [...tree.modules.values()]
    .filter(({ path }) => ours(path))
    .flatMap((module) =>
      module.marks
        .filter(({ mark }) => mark === 'export default' || mark === 'class without a parent')
        .map(({ mark, line }) => ({ path: module.path, line, message: mark })),
    )

const mirrors = (subject: string, source: string): boolean =>
  source === `${subject}.ts` || source.startsWith(`${subject}/`) || source.startsWith(`${subject}-`)

/**
 * `test/` mirrors `src`: the subject of test/domain/money/decimal.test.ts is src/domain/money/decimal.ts, or the
 * files that begin with its name. A suite named after its folder, or `…-laws`, is about the
 * whole folder.
 */
export const testsMirrorSource: Rule = (tree) => {
  const sources = [...tree.files.keys()].filter(isBelow('src'))
  return [...tree.modules.keys()]
    .filter((path) => /^test\/(domain|application|adapters|infrastructure)\/.*\.test\.ts$/.test(path))
    .filter((path) => {
      const subject = `src/${path.slice('test/'.length)}`.replace(/(\.[a-z-]+)?\.test\.ts$/, '')
      const room = subject.replace(/\/[a-z-]+-laws$/, '').replace(/\/([a-z-]+)\/\1$/, '/$1')
      return !sources.some((source) => mirrors(subject, source) || (room !== subject && mirrors(room, source)))
    })
    .map((path) => ({ path, line: 0, message: 'mirrors no file or folder of src' }))
}
