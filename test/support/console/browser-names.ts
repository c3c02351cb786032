/** What scripts of `console/words` ask the browser for. The language of the page is English there. */
const NAMES = { localStorage: { getItem: () => 'en' }, document: { documentElement: {} } }

/** Gives scripts of `console/words` what they ask a browser for; the function that comes takes it away again. */
export const giveBrowserNames = (): (() => void) => {
  const before: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(globalThis)
  for (const [name, value] of Object.entries(NAMES)) {
    Object.defineProperty(globalThis, name, { value, configurable: true })
  }
  return () => {
    for (const name of Object.keys(NAMES)) {
      Reflect.deleteProperty(globalThis, name)
      const own = before[name]
      if (own !== undefined) Object.defineProperty(globalThis, name, own)
    }
  }
}

/** Imports a script of `console/words`, which the tests do not compile as what runs in a browser. */
export const importWords = async <A>(name: string): Promise<A> =>
  (await import(new URL(`../../../console/words/${name}`, import.meta.url).href)) as A
