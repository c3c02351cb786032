/** A static import as the bundler writes it: `import{a,b as c}from"/path";`. */
const IMPORT = /import\{([^{}]*)\}from"([^"]*)";/g

/** One of the list of such an import: the name that is exported, and the one that the script calls it by. */
const nameOf = (item: string): readonly [exported: string, local: string] => {
  const [exported = '', local = exported] = item.split(' as ')
  return [exported, local]
}

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** `a` to `Z`, then two characters. */
const shortName = (index: number): string => {
  const before = Math.floor(index / CHARACTERS.length)
  return `${before === 0 ? '' : shortName(before - 1)}${CHARACTERS[index % CHARACTERS.length]}`
}

/**
 * What bundled scripts import from a path: each name once, with the short one that it is exported under. What most of
 * them import has one character.
 */
export const shortNames = (scripts: readonly string[], path: string): ReadonlyMap<string, string> => {
  const imports = scripts.flatMap((script) => [...script.matchAll(IMPORT)])
  const names = imports.flatMap(([, list = '', from]) =>
    from === path ? list.split(',').map((item) => nameOf(item)[0]) : [],
  )
  const times = new Map<string, number>()
  for (const name of names.toSorted()) times.set(name, (times.get(name) ?? 0) + 1)
  const byTimes = [...times].toSorted(([, one], [, other]) => other - one)
  return new Map(byTimes.map(([name], index) => [name, shortName(index)]))
}

/** Whether the bundler made the name from another, which it had given away. No word of a text looks like that. */
const isNumbered = (name: string, from: string): boolean =>
  name.startsWith(from) && /^\d+$/.test(name.slice(from.length))

/**
 * A bundled script that imports from the path once, and each name once. The bundler writes an import for every source
 * file in the script, which on the smallest pages is a third of all bytes, and has `call2` and `call3` for what is
 * `call`. The script has to have the names that the bundler made from those of the sources: a short one may stand for
 * something else in the same script.
 */
export const withOneImport = (script: string, path: string, short: ReadonlyMap<string, string>): string => {
  const taken = new Map<string, readonly string[]>()
  const rest = script.replaceAll(IMPORT, (statement: string, list: string, from: string) => {
    if (from !== path) return statement
    for (const [exported, local] of list.split(',').map(nameOf)) {
      taken.set(exported, [...(taken.get(exported) ?? []), local])
    }
    return ''
  })
  if (rest.includes(`"${path}"`)) throw new Error(`a script imports from ${path} in a way that the build does not know`)
  if (taken.size === 0) return rest
  const items: string[] = []
  const repeated = new Map<string, string>()
  for (const [exported, locals] of taken) {
    const kept = locals.find((local) => local === exported) ?? locals[0] ?? exported
    for (const local of locals) {
      if (local !== kept && isNumbered(local, exported)) repeated.set(local, kept)
      else items.push(`${short.get(exported)} as ${local}`)
    }
  }
  return `import{${items.join(',')}}from"${path}";${rest.replaceAll(/[\w$]+/g, (word) => repeated.get(word) ?? word)}`
}
