import type { Rule } from '../source-tree.ts'
import { isBelow } from './import-edges.ts'

const MAX_SOURCE_LINES = 300
const MAX_TEST_LINES = 600
const MAX_FUNCTION_LINES = 70
const MAX_FOLDERS_BELOW_SRC = 4
/** As wide as the formatter makes code: it leaves comments as they are. */
const MAX_COMMENT_COLUMNS = 120

/** Made from the API document, which is as long as the API is wide. */
const GENERATED = 'console/api/api-types.ts'

const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

export const filesAreSmall: Rule = (tree) =>
  [...tree.modules.keys()].flatMap((path) => {
    const limit = isBelow('test')(path) ? MAX_TEST_LINES : MAX_SOURCE_LINES
    const lines = lineCount(tree.files.get(path) ?? '')
    return lines > limit && path !== GENERATED ? [{ path, line: 0, message: `${lines} lines, over ${limit}` }] : []
  })

/** Test suites (`describe` callbacks) and migrations (lists of statements) are long by nature. */
export const functionsAreShort: Rule = (tree) =>
  [...tree.modules.values()]
    .filter(({ path }) => ['src', 'bin', 'bench'].some((folder) => isBelow(folder)(path)))
    .flatMap((module) =>
      module.functions
        .filter((site) => site.lineCount > MAX_FUNCTION_LINES)
        .map((site) => ({
          path: module.path,
          line: site.line,
          message: `${site.name} has ${site.lineCount} lines, over ${MAX_FUNCTION_LINES}`,
        })),
    )

const isComment = (line: string): boolean => /^\s*(?:\/\*\*|\/\/|\*) /.test(line)

/** An applied migration stays as it is, with its comments. */
export const commentsFit: Rule = (tree) =>
  [...tree.modules.keys()]
    .filter((path) => path !== GENERATED && !isBelow('migrations')(path))
    .flatMap((path) =>
      (tree.files.get(path) ?? '')
        .split('\n')
        .flatMap((text, index) =>
          isComment(text) && text.length > MAX_COMMENT_COLUMNS
            ? [{ path, line: index + 1, message: `a comment of ${text.length} columns, over ${MAX_COMMENT_COLUMNS}` }]
            : [],
        ),
    )

export const foldersAreShallow: Rule = (tree) =>
  [...tree.modules.keys()]
    .filter(isBelow('src'))
    .filter((path) => path.split('/').length - 2 > MAX_FOLDERS_BELOW_SRC)
    .map((path) => ({ path, line: 0, message: `more than ${MAX_FOLDERS_BELOW_SRC} folders below src` }))
