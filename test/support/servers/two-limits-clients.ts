import type { Redis } from 'ioredis'
import { openLimitsRedis } from '../../../src/adapters/limits/open-limits-redis.ts'
import { eventually } from '../eventually.ts'

/** Two connections to one Redis, as two instances of the service have them, both ready. */
export const twoLimitsClients = async (url: string): Promise<readonly [Redis, Redis]> => {
  const open = (): Redis => openLimitsRedis(url, () => undefined)
  const clients = [open(), open()] as const
  await eventually(() => clients.every(({ status }) => status === 'ready'))
  return clients
}
