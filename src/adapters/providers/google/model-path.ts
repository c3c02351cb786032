import type { Deployment } from '../../../domain/catalog/model.ts'

/** Below the base URL: `/models/<model>:<method>`. */
export const modelPath = ({ upstreamModel }: Pick<Deployment, 'upstreamModel'>, method: string): string =>
  `/models/${encodeURIComponent(upstreamModel)}:${method}`
