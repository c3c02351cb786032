import type { OutputLimitReporter } from '../../application/ports/providers/output-limit-reporter.ts'
import type { Log } from './logging.ts'

/** Logs deployments that do not keep the limits of their answers. */
export const logOutputLimits = ({ log }: { readonly log: Log }): OutputLimitReporter => ({
  reportExceeded: (deployment, answer) =>
    log.warn({ deployment, ...answer }, 'a deployment answers beyond its limit and gets no shortened call any more'),
})
