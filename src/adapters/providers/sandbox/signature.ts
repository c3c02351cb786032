import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { ChatRequest } from '../../../domain/chat/request.ts'

/** No secret: the sandbox shows how a provider seals its reasoning, and every instance must be able to open it. */
const KEY = createHash('sha256').update('the reasoning of the sandbox').digest()
const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** No reasoning of the sandbox is nearly as long; what a caller sends back is decrypted up to this length alone. */
const MAX_SIGNATURE_CHARACTERS = 4_096

/** Reasoning as an opaque text that the client gives back: encrypted, and broken by any change. */
export const sealReasoning = (reasoning: string, operationId: string): string => {
  const iv = createHash('sha256').update(`${operationId}\n${reasoning}`).digest().subarray(0, IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, KEY, iv, { authTagLength: TAG_BYTES })
  const sealed = Buffer.concat([cipher.update(reasoning, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** The reasoning inside a signature, or null if it was altered or is none of the sandbox's. */
const openReasoning = (signature: string): string | null => {
  if (signature.length > MAX_SIGNATURE_CHARACTERS) return null
  const bytes = Buffer.from(signature, 'base64')
  if (bytes.length < IV_BYTES + TAG_BYTES || bytes.toString('base64') !== signature) return null
  const decipher = createDecipheriv(ALGORITHM, KEY, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/**
 * The place of the first message whose reasoning does not belong to its signature, or null. Reasoning that is given
 * back without its words, or without a signature, is accepted.
 */
export const alteredReasoning = ({ messages }: ChatRequest): number | null => {
  const at = messages.findIndex(({ reasoning_content: shown, reasoning_signature: signature }) => {
    if (signature === undefined || signature === null || signature === '') return false
    const reasoning = openReasoning(signature)
    return reasoning === null || ((shown ?? '') !== '' && shown !== reasoning)
  })
  return at === -1 ? null : at
}
