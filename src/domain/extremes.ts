// `Math.min` and `Math.max` take their numbers as arguments, and a list of any length would overflow the stack.

/** The smallest of the numbers; infinite if there are none. */
export const smallestOf = (numbers: Iterable<number>): number => {
  let smallest = Number.POSITIVE_INFINITY
  for (const number of numbers) smallest = Math.min(smallest, number)
  return smallest
}

/** The largest of the numbers; infinite below zero if there are none. */
export const largestOf = (numbers: Iterable<number>): number => {
  let largest = Number.NEGATIVE_INFINITY
  for (const number of numbers) largest = Math.max(largest, number)
  return largest
}
