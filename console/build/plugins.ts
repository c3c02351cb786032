import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'

/**
 * Has a file import what is shared, which every package is, and whatever else was built before it, from the paths where
 * that is served.
 */
export const served = (
  sources: string,
  shared: { readonly files: readonly string[]; readonly path: string },
  built: ReadonlyMap<string, string>,
): Plugin => ({
  name: 'served',
  setup: ({ onResolve }) => {
    const isShared = new Set(shared.files)
    onResolve({ filter: /./ }, ({ path, resolveDir, kind }) => {
      if (kind === 'entry-point') return null
      if (!path.startsWith('.')) return { path: shared.path, external: true }
      const file = relative(sources, resolve(resolveDir, path))
      const builtPath = isShared.has(file) ? shared.path : built.get(file)
      return builtPath === undefined ? null : { path: builtPath, external: true }
    })
  },
})

/** The module `all`, which exports everything that the modules do. */
export const allOf = (modules: readonly string[], resolveDir: string): Plugin => ({
  name: 'all',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^all$/ }, () => ({ path: 'all', namespace: 'all' }))
    onLoad({ filter: /./, namespace: 'all' }, () => ({
      contents: modules.map((path) => `export * from '${path}'`).join('\n'),
      resolveDir,
    }))
  },
})

/** Has elements made by `createElement`, whatever the configuration of the compiler says. */
export const MAKING_ELEMENTS = {
  tsconfigRaw: {},
  jsx: 'transform',
  jsxFactory: 'createElement',
  jsxFragment: 'Fragment',
} as const satisfies BuildOptions

/**
 * Has each file with elements import what makes them. The compiler checks the files for `preact/jsx-runtime`, which
 * does the same: it is one more script, has two functions, and names what an element has in it.
 */
export const withElements: Plugin = {
  name: 'with-elements',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.tsx$/ }, async ({ path }) => ({
      contents: `import { createElement, Fragment } from 'preact'\n${await readFile(path, 'utf8')}`,
      loader: 'tsx',
    }))
  },
}
