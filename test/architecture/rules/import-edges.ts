import { posix } from 'node:path'
import type { ImportSite } from '../source-module.ts'
import type { SourceTree } from '../source-tree.ts'

export interface Edge extends ImportSite {
  readonly from: string
  /** The path imported, for relative imports; the package, without any sub-path, for all others. */
  readonly to: string
  readonly relative: boolean
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

export const edgesOf = (tree: SourceTree, inside: (path: string) => boolean = () => true): readonly Edge[] =>
  [...tree.modules.values()]
    .filter((module) => inside(module.path))
    .flatMap((module) =>
      module.imports.map((site) => {
        const relative = site.specifier.startsWith('.')
        const to = relative
          ? posix.join(posix.dirname(module.path), site.specifier)
          : site.specifier.startsWith('node:')
            ? site.specifier
            : packageOf(site.specifier)
        return { ...site, from: module.path, to, relative }
      }),
    )

export const isBelow = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
