import type { PortByKind } from '../../application/ports/providers/provider-ports.ts'
import type { Deployment, ModelKind } from '../../domain/catalog/model.ts'
import type { CallOf } from './observed-port.ts'

/** Any port of a provider. */
export type AnyPort = PortByKind[ModelKind]

/**
 * What calls of all ports have in common. A video that was submitted is named by the provider's own id: its poll has
 * neither a request nor an operation.
 */
export interface ProviderCall {
  readonly deployment: Deployment
  readonly request?: { readonly model: string }
  readonly operationId?: string
  readonly signal?: AbortSignal | undefined
}

const FOLLOW_UPS: ReadonlySet<string> = new Set<CallOf<AnyPort>['method']>(['count', 'poll', 'download'])

/** Whether a method only asks about work which another call has begun or will begin, or fetches it. */
export const isFollowUp = (method: string): boolean => FOLLOW_UPS.has(method)
