import type { DeploymentSwitchStore, DeploymentSwitches } from '../../application/ports/process/deployment-switches.ts'
import { switchName } from '../../domain/routing/deployment-switch.ts'
import type { Invalidatable } from './cached-api-key-lookup.ts'

/**
 * What is switched off, as this process read it last. Routing waits for no read, so a loop refreshes it every few
 * seconds (ADR 0012), and an announcement at once. `onFailure` hears of a read that an announcement began and that
 * failed.
 */
export const cachedDeploymentSwitches = (
  store: Pick<DeploymentSwitchStore, 'all'>,
  onFailure: (error: unknown) => void,
): Invalidatable<DeploymentSwitches> => {
  let off: ReadonlySet<string> = new Set()
  let begun = 0
  let known = 0

  const refresh = async (): Promise<void> => {
    begun += 1
    const mine = begun
    const names = (await store.all()).map(switchName)
    // A read that began earlier may end later, and would bring an older state back.
    if (mine < known) return
    known = mine
    const changed = names.length !== off.size || names.some((name) => !off.has(name))
    if (changed) off = new Set(names)
  }

  return {
    off: () => off,
    refresh,
    invalidate: ({ tag }) => {
      if (tag === 'deployments' || tag === 'everything') refresh().catch(onFailure)
    },
  }
}
