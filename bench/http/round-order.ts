/**
 * The order of one round. Each round begins one further, and every other cycle runs backwards: so each target has every
 * place as often as the others, and none runs twice in a row, because what has just run is warm.
 */
export const orderOf = <A>(targets: readonly A[], round: number): readonly A[] => {
  // Two that take turns would run twice in a row if each began in turn.
  if (targets.length < 3) return targets
  const isForward = Math.floor(round / targets.length) % 2 === 0
  const first = round % targets.length
  const line = isForward ? targets : targets.toReversed()
  return [...line.slice(first), ...line.slice(0, first)]
}
