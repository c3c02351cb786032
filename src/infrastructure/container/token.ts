import { ContainerModule, type ContainerModuleLoadOptions, type ServiceIdentifier } from 'inversify'

/**
 * Names one thing in the container and remembers its type. A token of a wide port may stand where a
 * narrower one is asked for, so a use case can depend on the part it uses.
 */
export interface Token<out T> {
  readonly id: symbol
  /** Never present; carries the type. */
  readonly type?: T
}

export const token = <T>(name: string): Token<T> => ({ id: Symbol(name) })

/** What the container is told about one token. */
export type Provision = (options: ContainerModuleLoadOptions) => void

/** How to make a thing from its named dependencies, once. */
export const provide =
  <T, D extends object>(
    target: Token<T>,
    make: (deps: D) => T,
    deps: { readonly [K in keyof D]: Token<D[K]> },
  ): Provision =>
  ({ bind }) => {
    const names = Object.keys(deps) as (keyof D & string)[]
    const ids = names.map((name): ServiceIdentifier<unknown> => deps[name].id)
    const makeOf = (...values: unknown[]): T =>
      make(Object.fromEntries(names.map((name, index) => [name, values[index]])) as D)
    bind<T>(target.id).toResolvedValue(makeOf, ids).inSingletonScope()
  }

/** A thing that was made before the container: configuration, an open database. */
export const provideValue =
  <T>(target: Token<T>, value: T): Provision =>
  ({ bind }) => {
    bind<T>(target.id).toConstantValue(value)
  }

export const moduleOf = (provisions: readonly Provision[]): ContainerModule =>
  new ContainerModule((options) => {
    for (const provision of provisions) provision(options)
  })
