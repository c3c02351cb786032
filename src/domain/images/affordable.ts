import { isRight } from 'fp-ts/lib/Either.js'
import type { SmallerHold } from '../ledger/command.ts'
import { isLeftToProvider } from './max-tokens.ts'
import { planImage } from './plan.ts'
import type { ImageParams, ImagePlan } from './plan.ts'

/** A quality that the gateway may name where the client leaves it to the provider. */
export interface NamedQuality {
  readonly quality: string
  /** The plan of the same request with this quality. */
  readonly plan: ImagePlan
}

/**
 * The qualities that a planned request may be given in place of the provider's choice, cheapest first: those that hold
 * less. None where the client named one, and where the catalogue has no figures for qualities.
 */
export const cheaperQualities = <F>(
  { model, holdMicro }: ImagePlan,
  params: ImageParams<F>,
): readonly NamedQuality[] => {
  if (!isLeftToProvider(params.quality) || model.unsupportedParameters.has('quality')) return []
  const named = [...(model.limits.maxOutputTokens?.byQuality.keys() ?? [])].flatMap((quality): NamedQuality[] => {
    const plan = planImage(model, { ...params, quality })
    return isRight(plan) && plan.right.holdMicro < holdMicro
      ? [{ quality, plan: { ...plan.right, isQualityNamed: true } }]
      : []
  })
  return named.toSorted((one, other) => (one.plan.holdMicro < other.plan.holdMicro ? -1 : 1))
}

/**
 * How little such a call may hold: up to the middle quality it takes all there is. Null if only the whole sum will do.
 */
export const smallerImageHold = (qualities: readonly NamedQuality[]): SmallerHold | null => {
  const [cheapest, middle] = [qualities[0], qualities[Math.floor(qualities.length / 2)]]
  return cheapest === undefined || middle === undefined
    ? null
    : { least: cheapest.plan.holdMicro, enough: middle.plan.holdMicro }
}

/** The most expensive quality that a sum covers; null if it covers none. */
export const affordedQuality = (qualities: readonly NamedQuality[], heldMicro: bigint): NamedQuality | null =>
  qualities.findLast(({ plan }) => plan.holdMicro <= heldMicro) ?? null
