import type { ChatRequest } from '../../../../domain/chat/request.ts'

interface Asked {
  readonly request: ChatRequest
  /** Fields of the caller's that are left out. */
  readonly ignored: readonly string[]
}

/**
 * The request as a model is asked that calls tools only where it does not think; an effort of the caller's is named.
 */
export const toolsWithoutReasoning = ({ request, ignored }: Asked): Asked => {
  if ((request.tools ?? []).length === 0) return { request, ignored }
  const { reasoning_effort: effort = 'none' } = request
  return {
    request: { ...request, reasoning_effort: 'none' },
    ignored: effort === 'none' ? ignored : [...ignored, 'reasoning.effort'],
  }
}
