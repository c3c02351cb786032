import type { DeploymentSwitchStore } from '../../../src/application/ports/process/deployment-switches.ts'
import { switchName } from '../../../src/domain/routing/deployment-switch.ts'
import type { SwitchedOff } from '../../../src/domain/routing/deployment-switch.ts'

export const memoryDeploymentSwitches = (): DeploymentSwitchStore => {
  const rows = new Map<string, SwitchedOff>()
  return {
    all: async () => [...rows.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
    add: async (off) => {
      const { since } = rows.get(switchName(off)) ?? off
      rows.set(switchName(off), { ...off, since })
    },
    remove: async (off) => void rows.delete(switchName(off)),
  }
}
