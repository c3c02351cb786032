/** The fields that a person has changed. The others are not sent: another session may have changed those since. */
export const changedFields = <A extends object>(before: A, after: A): Partial<A> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof A])),
  ) as Partial<A>
