import { posix } from 'node:path'
import { EVERY_NAME } from '../module-symbols.ts'
import type { Rule, SourceTree } from '../source-tree.ts'
import { edgesOf, isBelow } from './import-edges.ts'

export const importsResolve: Rule = (tree) =>
  edgesOf(tree)
    .filter((edge) => edge.relative && !tree.files.has(edge.to))
    .map((edge) => ({ path: edge.from, line: edge.line, message: `imports ${edge.specifier}, which is not there` }))

const neighboursOf = (tree: SourceTree, edges = edgesOf(tree)): ReadonlyMap<string, readonly string[]> => {
  const neighbours = new Map<string, string[]>()
  for (const edge of edges) {
    if (edge.relative) neighbours.set(edge.from, [...(neighbours.get(edge.from) ?? []), edge.to])
  }
  return neighbours
}

const reachableFrom = (roots: readonly string[], neighbours: ReadonlyMap<string, readonly string[]>) => {
  const seen = new Set<string>()
  const waiting = [...roots]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    waiting.push(...(neighbours.get(path) ?? []))
  }
  return seen
}

/**
 * Every file is part of the program that starts, or of the published domain and then at least under test.
 * A file that only its own test imports is dead.
 */
export const noOrphans: Rule = (tree) => {
  const neighbours = neighboursOf(tree)
  const programs = [...tree.modules.keys()].filter(
    (path) => path === 'src/infrastructure/main.ts' || isBelow('bin')(path),
  )
  const alive = reachableFrom(programs, neighbours)
  const tests = [...tree.modules.keys()].filter(isBelow('test'))
  const tested = reachableFrom(tests, neighbours)
  return [...tree.modules.keys()]
    .filter(isBelow('src'))
    .filter((path) => !alive.has(path) && !(isBelow('src/domain')(path) && tested.has(path)))
    .map((path) => ({ path, line: 0, message: 'nothing that runs imports this file' }))
}

/** A cycle of values loads in an order that no author chose. Cycles of types alone are erased, so they are harmless. */
export const noCycles: Rule = (tree) => {
  const values = edgesOf(tree, isBelow('src')).filter((edge) => edge.relative && !edge.typeOnly)
  const neighbours = neighboursOf(tree, values)
  return [...neighbours.keys()]
    .filter((path) => reachableFrom(neighbours.get(path) ?? [], neighbours).has(path))
    .map((path) => ({ path, line: 0, message: 'imports itself by way of others' }))
}

/** `path#name` for every name that one file takes from another, `path#*` where it takes the module whole. */
const importedNames = (tree: SourceTree): ReadonlySet<string> => {
  const imported = new Set<string>()
  for (const { path, uses } of tree.modules.values()) {
    for (const { specifier, name } of uses) {
      if (!specifier.startsWith('.')) continue
      const from = posix.join(posix.dirname(path), specifier)
      if (from !== path) imported.add(`${from}#${name}`)
    }
  }
  return imported
}

/** A name leaves its file only where another file of src or a test needs it. */
export const exportsAreImported: Rule = (tree) => {
  const imported = importedNames(tree)
  return [...tree.modules.values()]
    .filter(({ path }) => isBelow('src')(path))
    .flatMap(({ path, exports }) =>
      exports
        .filter(({ name }) => !imported.has(`${path}#${name}`) && !imported.has(`${path}#${EVERY_NAME}`))
        .map(({ name }) => ({ path, line: 0, message: `exports ${name}, which no other file imports` })),
    )
}
