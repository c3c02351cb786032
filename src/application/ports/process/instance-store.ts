import type { InstanceBeat } from '../../../domain/limits/instance-life.ts'

/**
 * The processes that place holds and claim keys. An instance lives from its beginning to its end, and whatever it left
 * open is lost from then on. It never begins again.
 */
export interface InstanceStore {
  /**
   * Adds a living instance, and deletes those that ended more than 30 days ago: the audit asks until then what died
   * with them.
   */
  begin(instance: string): Promise<void>
  /** Raises its beat. False: it has ended. */
  beat(instance: string): Promise<boolean>
  living(): Promise<readonly InstanceBeat[]>
  /** Ends it if its beat is still this one. True for the one caller that ended it. */
  endSilent(silent: InstanceBeat): Promise<boolean>
  /** Ends it whatever its beat is. */
  end(instance: string): Promise<void>
  /** Ends all but this one, where only one process runs at a time; returns how many. */
  endOthers(instance: string): Promise<number>
}
