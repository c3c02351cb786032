/** Thrown by a command whose configuration does not allow it; says all that is wrong. */
export class Misconfigured extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('; '))
    this.problems = problems
  }
}
