/** One thing wrong with the environment. `found` never carries a secret: for those it only says that there is one. */
export interface ConfigProblem {
  readonly name: string
  readonly found: string
  readonly expected: string
}

/** One line an operator can act on. */
export const describeProblem = ({ name, found, expected }: ConfigProblem): string =>
  `${name}: ${found}; expected ${expected}`
