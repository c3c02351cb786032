import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

interface ScriptInput {
  readonly keys: readonly string[]
  readonly parameters: readonly (string | number)[]
}

/** Runs a script by its digest, and sends its text where Redis does not know it yet. */
export const scriptOf = (text: string) => {
  const sha1 = createHash('sha1').update(text).digest('hex')
  return async (redis: Redis, { keys, parameters }: ScriptInput): Promise<unknown> => {
    const input = [keys.length, ...keys, ...parameters]
    try {
      return await redis.call('EVALSHA', [sha1, ...input])
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return redis.call('EVAL', [text, ...input])
    }
  }
}
