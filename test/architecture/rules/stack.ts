import type { Rule } from '../source-tree.ts'
import { isBelow } from './import-edges.ts'

/** Each argument takes a place on the stack: some hundred thousand of them, which one request can hold, overflow it. */
export const noListBecomesArguments: Rule = (tree) =>
  [...tree.modules.values()]
    .filter(({ path }) => isBelow('src')(path))
    .flatMap(({ path, marks }) =>
      marks
        .filter(({ mark }) => mark === 'list as arguments')
        .map(({ line }) => ({ path, line, message: 'makes arguments of a list; go through it' })),
    )
