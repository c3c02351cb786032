import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { asksToSeeReasoning, SHOWN_REASONING } from '../../../../domain/chat/shown-reasoning.ts'

interface Asked {
  readonly request: ChatRequest
  /** Fields of the caller's that are left out. */
  readonly ignored: readonly string[]
}

/**
 * The request as a model is asked that calls tools only where it does not think; what the caller asks of it is named.
 */
export const toolsWithoutReasoning = ({ request, ignored }: Asked): Asked => {
  if ((request.tools ?? []).length === 0) return { request, ignored }
  const { reasoning_effort: effort = 'none' } = request
  return {
    request: { ...request, reasoning_effort: 'none', [SHOWN_REASONING]: null },
    ignored: [
      ...ignored,
      ...(effort === 'none' ? [] : ['reasoning.effort']),
      ...(asksToSeeReasoning(request) ? ['reasoning.summary'] : []),
    ],
  }
}
