import { Container } from 'inversify'
import type { ServiceIdentifier } from 'inversify'

/**
 * A declaration, which is its own token: it names one thing of the container, knows its type and says how the
 * container makes it. Other declarations name it as a dependency. A token of a wide port may stand where a narrower
 * one is asked for, so a use case depends on the part that it uses.
 */
export interface Token<out T> {
  /** Unique among all declarations. */
  readonly name: string
  readonly id: symbol
  /** What it is made of. Each is declared before it, so no circle can be written. */
  readonly needs: readonly Token<unknown>[]
  /** Tells the container how to make it; null for a resource, which is opened before the container. */
  readonly bind: ((container: Container) => void) | null
  /** Never present; carries the type. */
  readonly type?: T
}

type TokensOf<D> = { readonly [K in keyof D]: Token<D[K]> }

const made = <T>(name: string, needs: readonly Token<unknown>[], make: (...values: unknown[]) => T): Token<T> => {
  const id = Symbol(name)
  const ids = needs.map((need): ServiceIdentifier<unknown> => need.id)
  return {
    name,
    id,
    needs,
    bind: (container) => void container.bind<T>(id).toResolvedValue(make, ids).inSingletonScope(),
  }
}

/** Declares what `make` makes of its named dependencies, once for the whole process. */
export const provision = <T, D extends object>(name: string, make: (deps: D) => T, deps: TokensOf<D>): Token<T> => {
  const names = Object.keys(deps) as (keyof D & string)[]
  const makeOf = (...values: unknown[]): T =>
    make(Object.fromEntries(names.map((key, index) => [key, values[index]])) as D)
  return made(
    name,
    names.map((key) => deps[key]),
    makeOf,
  )
}

/** The same for a function with positional parameters. It is declared under the name of `make`. */
export const provisionOf = <T, A extends unknown[]>(make: (...deps: A) => T, ...deps: TokensOf<A>): Token<T> =>
  made(make.name, deps as readonly Token<unknown>[], (...values) => make(...(values as A)))

/** Declares a list of what each of the tokens stands for. */
export const provisionList = <T>(name: string, tokens: readonly Token<T>[]): Token<readonly T[]> =>
  made(name, tokens, (...values) => values as T[])

/** Declares a thing that is opened before the container and given to it. */
export const resource = <T>(name: string): Token<T> => ({ name, id: Symbol(name), needs: [], bind: null })

/** These declarations and all that they need, each once. */
export const withNeeds = (tokens: readonly Token<unknown>[]): ReadonlySet<Token<unknown>> => {
  const found = new Set<Token<unknown>>()
  const add = (token: Token<unknown>): void => {
    if (found.has(token)) return
    found.add(token)
    for (const need of token.needs) add(need)
  }
  for (const token of tokens) add(token)
  return found
}

/** Gives what a token stands for. The container makes it, and what it needs, at the first call. */
export type Lookup = <T>(token: Token<T>) => T

/**
 * A container with some resources replaced. Objects that depend on them are created again; all others are shared with
 * `base`, so objects with a state of their own keep it as long as they do not depend on what is replaced.
 */
export const renewed = <R extends object>(base: Lookup, resources: TokensOf<R>, values: NoInfer<R>): Lookup => {
  const container = new Container()
  const tokens = (Object.keys(resources) as (keyof R)[]).map((name) => resources[name])
  const replaced = new Set<Token<unknown>>(tokens)
  for (const name of Object.keys(resources) as (keyof R)[])
    container.bind(resources[name].id).toConstantValue(values[name])
  const bound = new Set<Token<unknown>>(tokens)
  const isRenewed = (token: Token<unknown>): boolean => [...withNeeds([token])].some((need) => replaced.has(need))
  return <T>(token: Token<T>): T => {
    for (const each of withNeeds([token])) {
      if (bound.has(each)) continue
      if (isRenewed(each)) each.bind?.(container)
      else container.bind(each.id).toConstantValue(base(each))
      bound.add(each)
    }
    return container.get<T>(token.id)
  }
}

/** Opens a container over resources. */
export const openContainer = <R extends object>(resources: TokensOf<R>, values: NoInfer<R>): Lookup => {
  const container = new Container()
  const bound = new Set<Token<unknown>>()
  for (const name of Object.keys(resources) as (keyof R)[])
    container.bind(resources[name].id).toConstantValue(values[name])
  return <T>(token: Token<T>): T => {
    for (const each of withNeeds([token])) {
      if (!bound.has(each)) each.bind?.(container)
      bound.add(each)
    }
    return container.get<T>(token.id)
  }
}
