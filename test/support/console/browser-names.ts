/** What scripts of `console/words` ask the browser for. The person has chosen English there. */
const NAMES = { localStorage: { getItem: (): string | null => 'en' }, document: { documentElement: {} } }

/**
 * Gives scripts of `console/words` what they ask a browser for, with what is given in place of it; the function that
 * comes takes it away again.
 */
export const giveBrowserNames = (given: Readonly<Record<string, unknown>> = {}): (() => void) => {
  const before: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(globalThis)
  const names = { ...NAMES, ...given }
  for (const [name, value] of Object.entries(names)) {
    Object.defineProperty(globalThis, name, { value, configurable: true })
  }
  return () => {
    for (const name of Object.keys(names)) {
      Reflect.deleteProperty(globalThis, name)
      const own = before[name]
      if (own !== undefined) Object.defineProperty(globalThis, name, own)
    }
  }
}

/** Imports a script of `console/words`, which the tests do not compile as what runs in a browser. */
export const importWords = async <A>(name: string): Promise<A> =>
  (await import(new URL(`../../../console/words/${name}`, import.meta.url).href)) as A
