import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port nobody listens on at this moment, for programs that want to be told theirs. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
