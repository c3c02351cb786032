import type { MetricsConfig } from '../config/config.ts'
import { failureFacts } from '../failures/failure-facts.ts'
import { StartRefused } from '../failures/start-refused.ts'
import { expectFreePort } from './expect-free-port.ts'

/** Refuses the start where the address of the metrics cannot be listened on, in the names of its own settings. */
export const expectFreeMetricsPort = async (config: MetricsConfig | null): Promise<void> => {
  if (config === null) return
  const { port, host } = config
  try {
    await expectFreePort(port, host)
  } catch (error) {
    const { message } = failureFacts(error)
    throw new StartRefused(`the metrics cannot be served on METRICS_PORT=${port} of METRICS_HOST=${host}: ${message}`)
  }
}
