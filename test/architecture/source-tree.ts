import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { API } from 'typescript/unstable/sync'
import { sourceModule } from './source-module.ts'
import type { SourceModule } from './source-module.ts'

/** A repository as the rules see it: every text file, and every TypeScript or JavaScript file parsed. */
export interface SourceTree {
  readonly files: ReadonlyMap<string, string>
  readonly modules: ReadonlyMap<string, SourceModule>
}

export interface Violation {
  readonly path: string
  /** 0 where the file as a whole breaks the rule. */
  readonly line: number
  readonly message: string
}

/** A rule is a pure function of the tree, so that a planted violation can prove that it bites. */
export type Rule = (tree: SourceTree) => readonly Violation[]

const PARSED = /\.(tsx?|js)$/
const NOT_OURS = new Set(['.git', 'node_modules', 'data', 'dist', 'coverage'])
const TEXT_FILES = /\.(tsx?|js|css|html|json|md|yaml|yml|example|lua|sql|sh)$|^\.ci\/run$|^\.(npmrc|gitignore)$/

type Files = Readonly<Record<string, string>>

/** Parses with the compiler that the build pins, over a file system that exists only in memory: a folder for a tree. */
const parse = (trees: readonly SourceTree['files'][]): readonly SourceTree['modules'][] => {
  const pathsOf = trees.map((files) => [...files.keys()].filter((path) => PARSED.test(path)))
  const compilerOptions = { noLib: true, noResolve: true, types: [], allowJs: true, module: 'nodenext', noEmit: true }
  const named = pathsOf.flatMap((paths, tree) => paths.map((path) => `./${tree}/${path}`))
  const virtual: Record<string, string> = {
    '/trees/tsconfig.json': JSON.stringify({ compilerOptions, files: named }),
    '/trees/package.json': '{"type":"module"}',
  }
  for (const [tree, paths] of pathsOf.entries()) {
    for (const path of paths) virtual[`/trees/${tree}/${path}`] = trees[tree]?.get(path) ?? ''
  }
  const api = new API({ fs: createVirtualFileSystem(virtual), cwd: '/trees' })
  const snapshot = api.updateSnapshot({ openProjects: ['/trees/tsconfig.json'] })
  try {
    const project = snapshot.getProjects()[0]
    if (project === undefined) throw new Error('the compiler opened no project')
    const moduleOf = (tree: number, path: string): SourceModule => {
      const sourceFile = project.program.getSourceFile(`/trees/${tree}/${path}`)
      if (sourceFile === undefined) throw new Error(`the compiler did not parse ${path}`)
      return sourceModule(path, sourceFile)
    }
    return pathsOf.map((paths, tree) => new Map(paths.map((path) => [path, moduleOf(tree, path)])))
  } finally {
    snapshot.dispose()
    api.close()
  }
}

/**
 * They are parsed when a rule first asks for modules, and all at once: the compiler takes longer to start than to parse
 * a small tree.
 */
export const treesOf = (trees: readonly Files[]): readonly SourceTree[] => {
  const maps = trees.map((files) => new Map(Object.entries(files)))
  let parsed: readonly SourceTree['modules'][] | undefined
  return maps.map((files, tree) => ({
    files,
    get modules() {
      parsed ??= parse(maps)
      return parsed[tree]!
    },
  }))
}

export const treeOf = (files: Files): SourceTree => treesOf([files])[0]!

const pathsBelow = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : pathsBelow(root, path)
    return entry.isFile() && TEXT_FILES.test(path) ? [path] : []
  })

export const readTree = (root: string): SourceTree =>
  treeOf(Object.fromEntries(pathsBelow(root, '').map((path) => [path, readFileSync(join(root, path), 'utf8')])))
