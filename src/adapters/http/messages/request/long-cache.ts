import type { NativeRequest } from '../../../../domain/chat/native.ts'
import { findForbiddenField } from '../../../../domain/parameters/request-fields.ts'
import type { PromptRequest } from './message-request-codec.ts'

/** What a mark without a life, or with this one, asks for. */
const USUAL_LIFE = '5m'

const MARK = 'cache_control'

const lifeOf = (mark: unknown): string | null => {
  const life = typeof mark === 'object' && mark !== null && 'ttl' in mark ? mark.ttl : null
  return life === null || life === undefined ? null : typeof life === 'string' ? life : JSON.stringify(life)
}

/** A life that a mark anywhere in the request asks for and that is not the usual one; null where all are usual. */
export const longCacheOf = (request: PromptRequest): NonNullable<NativeRequest['longCache']> | null => {
  let found: string | null = null
  findForbiddenField(request, (name, value) => {
    const life = name === MARK ? lifeOf(value) : null
    if (life !== null && life !== USUAL_LIFE) found = life
    return found !== null
  })
  return found === null ? null : { path: `${MARK}.ttl`, life: found }
}
