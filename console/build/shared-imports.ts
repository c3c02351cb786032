/** A static import as the bundler writes it: `import{a,b as c}from"/path";`. */
const IMPORT = /import\{([^{}]*)\}from"([^"]*)";/g

/** One of the list of such an import: the name that is exported, and the one that the script calls it by. */
const nameOf = (item: string): readonly [exported: string, local: string] => {
  const [exported = '', local = exported] = item.split(' as ')
  return [exported, local]
}

/** What bundled scripts import from a path: each name once, with the short one that it is exported under. */
export const shortNames = (scripts: readonly string[], path: string): ReadonlyMap<string, string> => {
  const imports = scripts.flatMap((script) => [...script.matchAll(IMPORT)])
  const names = imports.flatMap(([, list = '', from]) =>
    from === path ? list.split(',').map((item) => nameOf(item)[0]) : [],
  )
  return new Map([...new Set(names)].toSorted().map((name, index) => [name, `_${index.toString(36)}`]))
}

/**
 * A bundled script that imports from the path once and by short names. The bundler writes an import for every source
 * file in the script, which on the smallest pages is a third of all bytes.
 */
export const withOneImport = (script: string, path: string, short: ReadonlyMap<string, string>): string => {
  const taken: string[] = []
  const rest = script.replaceAll(IMPORT, (statement: string, list: string, from: string) => {
    if (from !== path) return statement
    for (const [exported, local] of list.split(',').map(nameOf)) taken.push(`${short.get(exported)} as ${local}`)
    return ''
  })
  if (rest.includes(`"${path}"`)) throw new Error(`a script imports from ${path} in a way that the build does not know`)
  return taken.length === 0 ? rest : `import{${taken.join(',')}}from"${path}";${rest}`
}
