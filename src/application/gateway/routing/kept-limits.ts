import type { Deployment } from '../../../domain/catalog/model.ts'
import { deploymentName } from '../../../domain/routing/rank-deployments.ts'
import type { OutputLimitReporter } from '../../ports/providers/output-limit-reporter.ts'

/** An answer beside the limit that was sent for it. */
interface LimitedAnswer {
  readonly operationId: string
  /** Tokens of output that the limit allowed, for all choices. */
  readonly allowedTokens: number
  readonly outputTokens: number
}

/** Which deployments have kept the limits of their answers, as this process has seen them. */
export interface KeptLimits {
  readonly isKept: (deployment: Deployment) => boolean
  /** Notes whether a deployment kept its limit. One that exceeded it gets no shortened call again. */
  readonly note: (deployment: Deployment, answer: LimitedAnswer) => void
}

export const keptLimits = (reporter: OutputLimitReporter): KeptLimits => {
  /** As many entries at most as the catalogue has deployments. */
  const broken = new Set<string>()
  return {
    isKept: (deployment) => broken.size === 0 || !broken.has(deploymentName(deployment)),
    note: (deployment, answer) => {
      if (answer.outputTokens <= answer.allowedTokens) return
      const name = deploymentName(deployment)
      if (broken.has(name)) return
      broken.add(name)
      reporter.reportExceeded(name, answer)
    },
  }
}
