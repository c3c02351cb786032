import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Rejects, as listening itself would, where the port cannot be listened on: asked before anything is made or
 * migrated. Another process may still take it between this and the listening.
 */
export const expectFreePort = async (port: number, host: string): Promise<void> => {
  if (port === 0) return
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
