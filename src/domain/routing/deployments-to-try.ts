import type { Deployment } from '../catalog/model.ts'

/**
 * The deployments to try, in the catalogue's order, without those whose circuit is open. Asked one by one,
 * so that a circuit is probed only by a call that will be made. When all are open, all are tried as if none
 * were: a circuit is there to prefer a healthy deployment over a sick one, and an uncertain answer is
 * better than a certain refusal.
 */
export function* deploymentsToTry(
  deployments: readonly Deployment[],
  isAdmitted: (deployment: Deployment) => boolean,
): Generator<Deployment> {
  let anyAdmitted = false
  for (const deployment of deployments) {
    if (!isAdmitted(deployment)) continue
    anyAdmitted = true
    yield deployment
  }
  if (!anyAdmitted) yield* deployments
}
