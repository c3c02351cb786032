import type { Deployment } from '../../../domain/catalog/model.ts'
import type { HeldMemory } from '../process/held-memory.ts'

/** What every call of a provider says beside what it asks for. */
export interface ProviderCall {
  readonly operationId: string
  readonly deployment: Deployment
  /**
   * Aborting cancels the upstream call; the answer is then `cut` and the gateway does not read it. Without a signal the
   * call runs to its end.
   */
  readonly signal?: AbortSignal | undefined
  /** Where the answer goes while it is in memory; absent, it is not counted. */
  readonly memory?: HeldMemory | undefined
}
