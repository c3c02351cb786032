type Method = (...given: readonly unknown[]) => Promise<unknown>

/** The same store, with `wrap` around every call of it. */
export const around = <S extends object>(store: S, wrap: <A>(call: () => Promise<A>) => Promise<A>): S =>
  Object.fromEntries(
    Object.entries(store).map(([name, method]: [string, Method]) => [
      name,
      (...given: readonly unknown[]) => wrap(() => method(...given)),
    ]),
  ) as S

/** The same for each of many stores. */
export const aroundAll = <S extends object>(stores: S, wrap: <A>(call: () => Promise<A>) => Promise<A>): S =>
  Object.fromEntries(Object.entries(stores).map(([name, store]: [string, object]) => [name, around(store, wrap)])) as S
