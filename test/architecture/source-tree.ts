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

/** Parses with the compiler that the build pins, over a file system that exists only in memory. */
const parse = (files: ReadonlyMap<string, string>): ReadonlyMap<string, SourceModule> => {
  const paths = [...files.keys()].filter((path) => PARSED.test(path))
  const compilerOptions = { noLib: true, noResolve: true, types: [], allowJs: true, module: 'nodenext', noEmit: true }
  const virtual: Record<string, string> = {
    '/tree/tsconfig.json': JSON.stringify({ compilerOptions, files: paths.map((path) => `./${path}`) }),
    '/tree/package.json': '{"type":"module"}',
  }
  for (const path of paths) virtual[`/tree/${path}`] = files.get(path) ?? ''
  const api = new API({ fs: createVirtualFileSystem(virtual), cwd: '/tree' })
  const snapshot = api.updateSnapshot({ openProjects: ['/tree/tsconfig.json'] })
  try {
    const project = snapshot.getProjects()[0]
    if (project === undefined) throw new Error('the compiler opened no project')
    return new Map(
      paths.map((path) => {
        const sourceFile = project.program.getSourceFile(`/tree/${path}`)
        if (sourceFile === undefined) throw new Error(`the compiler did not parse ${path}`)
        return [path, sourceModule(path, sourceFile)]
      }),
    )
  } finally {
    snapshot.dispose()
    api.close()
  }
}

export const treeOf = (files: Readonly<Record<string, string>>): SourceTree => {
  const map = new Map(Object.entries(files))
  return { files: map, modules: parse(map) }
}

const pathsBelow = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : pathsBelow(root, path)
    return entry.isFile() && TEXT_FILES.test(path) ? [path] : []
  })

export const readTree = (root: string): SourceTree =>
  treeOf(Object.fromEntries(pathsBelow(root, '').map((path) => [path, readFileSync(join(root, path), 'utf8')])))
