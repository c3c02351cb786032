import type { Deployment } from '../../../domain/catalog/model.ts'
import type { Wire } from '../wire.ts'

/** The parameters of a deployment that its adapter does not read itself: fields of every body sent there. */
export const fixedFieldsBeside =
  (own: ReadonlySet<string>) =>
  ({ parameters }: Pick<Deployment, 'parameters'>): Wire =>
    Object.fromEntries(Object.entries(parameters).filter(([name]) => !own.has(name)))
