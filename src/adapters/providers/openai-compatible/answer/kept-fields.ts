import { stringOf } from '../../../../domain/json.ts'
import type { Wire } from '../../wire.ts'

const NOTHING: Wire = {}

/** The fields of the envelope that callers read, and these; undefined where there are none of them. */
export const extrasOf = (answer: Wire, besides: Wire = NOTHING): Readonly<Record<string, unknown>> | undefined => {
  const fingerprint = stringOf(answer['system_fingerprint'])
  const tier = stringOf(answer['service_tier'])
  if (fingerprint === null && tier === null && Object.keys(besides).length === 0) return undefined
  return {
    ...besides,
    ...(fingerprint === null ? {} : { system_fingerprint: fingerprint }),
    ...(tier === null ? {} : { service_tier: tier }),
  }
}

/** Fields of a message or delta outside our vocabulary that callers of some models read. */
const KEPT_FIELDS = ['annotations', 'audio', 'images', 'reasoning_details'] as const

export const keptFields = (message: Wire): Wire => {
  let kept: Record<string, unknown> | null = null
  for (const field of KEPT_FIELDS) {
    const value = message[field]
    if (value !== undefined && value !== null) (kept ??= {})[field] = value
  }
  return kept ?? NOTHING
}
