import type { Deployment } from '../catalog/model.ts'
import { HASHES, hashText } from './text-hash.ts'

/**
 * Why a deployment was asked. `order`: the catalogue prefers it. `weight`: among equals its share of the calls fell on
 * this conversation. `warm_cache`: it served the conversation a short time ago. `failover`: the deployments before it
 * failed, or their circuits are open.
 */
export type ChosenBy = 'order' | 'weight' | 'warm_cache' | 'failover'

interface RankedDeployment {
  readonly deployment: Deployment
  /** Why it stands here, were all deployments healthy. */
  readonly rankedBy: Exclude<ChosenBy, 'failover'>
}

/** Names a deployment among all of the catalogue. */
export const deploymentName = ({ provider, upstreamModel }: Deployment): string => `${provider} ${upstreamModel}`

/** Deployments that stand next to each other and all have a weight are equals; any other stands alone. */
const groupsOf = (deployments: readonly Deployment[]): readonly (readonly Deployment[])[] => {
  const groups: Deployment[][] = []
  let isOpen = false
  for (const deployment of deployments) {
    const hasWeight = deployment.weight !== undefined
    if (hasWeight && isOpen) groups.at(-1)?.push(deployment)
    else groups.push([deployment])
    isOpen = hasWeight
  }
  return groups
}

/**
 * Rendezvous hashing: over all keys each of the equals comes first as often as its weight says, and one that is added
 * or taken away moves no other conversation.
 */
const shareOf = ({ weight = 1, ...deployment }: Deployment, key: string): number => {
  const uniform = (hashText(`${key} ${deploymentName(deployment)}`) + 1) / (HASHES + 1)
  return -weight / Math.log(uniform)
}

const ranked = (group: readonly Deployment[], key: string): readonly RankedDeployment[] => {
  if (group.length === 1) return group.map((deployment) => ({ deployment, rankedBy: 'order' }))
  return group
    .map((deployment) => ({ deployment, share: shareOf(deployment, key) }))
    .toSorted((one, other) => other.share - one.share)
    .map(({ deployment }) => ({ deployment, rankedBy: 'weight' }))
}

/**
 * The deployments in the order in which they are asked, healthy or not: the one whose cache is warm (by its
 * `deploymentName`), then the catalogue's order, in which `key`, the name of the conversation, decides among equals.
 */
export const rankDeployments = (
  deployments: readonly Deployment[],
  key: string,
  warm: string | null,
): readonly RankedDeployment[] => {
  const inOrder = groupsOf(deployments).flatMap((group) => ranked(group, key))
  const kept = warm === null ? undefined : inOrder.find(({ deployment }) => deploymentName(deployment) === warm)
  if (kept === undefined) return inOrder
  return [{ ...kept, rankedBy: 'warm_cache' }, ...inOrder.filter((each) => each !== kept)]
}
