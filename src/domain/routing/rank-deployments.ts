import type { Deployment } from '../catalog/model.ts'
import { sealMarkOf } from './seal-mark.ts'
import { HASHES, hashText } from './text-hash.ts'

/**
 * Why a deployment was asked. `order`: the catalogue prefers it. `weight`: among equals its share of the calls fell on
 * this conversation. `warm_cache`: it served the conversation a short time ago. `sealed_thoughts`: its provider alone
 * can read the latest thoughts of the conversation. `failover`: the deployments before it failed, or their circuits are
 * open. `without_thoughts`: it could not read the thoughts that it was given, so it was asked once more without them.
 */
export type ChosenBy = 'order' | 'weight' | 'warm_cache' | 'sealed_thoughts' | 'failover' | 'without_thoughts'

interface RankedDeployment {
  readonly deployment: Deployment
  /** The reason for its position, without regard to circuit breakers. */
  readonly rankedBy: Exclude<ChosenBy, 'failover' | 'without_thoughts'>
}

/** Names a deployment among all of the catalogue. */
export const deploymentName = ({ provider, upstreamModel }: Pick<Deployment, 'provider' | 'upstreamModel'>): string =>
  `${provider} ${upstreamModel}`

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

/** What makes one deployment better than the others for the next call of a conversation. */
interface EarlierCalls {
  /** The `deploymentName` of the one whose cache is warm. */
  readonly warm: string | null
  /** The mark of the provider that sealed the latest reasoning. */
  readonly sealMark: string | null
}

/**
 * The deployments in the order in which they are asked, healthy or not: one that can read the latest reasoning, or else
 * the one whose cache is warm, then the catalogue's order, in which `key`, the name of the conversation, decides among
 * equals.
 */
export const rankDeployments = (
  deployments: readonly Deployment[],
  key: string,
  { warm, sealMark }: EarlierCalls,
): readonly RankedDeployment[] => {
  const inOrder = groupsOf(deployments).flatMap((group) => ranked(group, key))
  const isWarm = ({ deployment }: RankedDeployment): boolean => deploymentName(deployment) === warm
  const sealers =
    sealMark === null ? [] : inOrder.filter(({ deployment }) => sealMarkOf(deployment.provider) === sealMark)
  const sealer = sealers.find(isWarm) ?? sealers[0]
  const kept = sealer ?? (warm === null ? undefined : inOrder.find(isWarm))
  if (kept === undefined) return inOrder
  const rankedBy = kept === sealer ? 'sealed_thoughts' : 'warm_cache'
  return [{ ...kept, rankedBy }, ...inOrder.filter((each) => each !== kept)]
}
