import type { SwitchedOff } from '../../../domain/routing/deployment-switch.ts'

/** What operators have switched off, in the database: it holds for all processes, and over their restarts. */
export interface DeploymentSwitchStore {
  all(): Promise<readonly SwitchedOff[]>
  /** Switches off. Where it is off already, the time stays and the reason is the new one. */
  add(off: SwitchedOff): Promise<void>
  /** Switches on again what was switched off under that name. */
  remove(off: Pick<SwitchedOff, 'provider' | 'upstreamModel'>): Promise<void>
}

/** The same as this process knows it, for the routing of calls: it asks nothing, and is a few seconds old at most. */
export interface DeploymentSwitches {
  /** The names of the switches that are off, one set as long as nothing changes. */
  off(): ReadonlySet<string>
  /** Reads them again. What the process knew stays where they cannot be read, and then it rejects. */
  refresh(): Promise<void>
}
