import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The reference: what Node needs to pass on a call and its answer, streaming both, without any decision. */
const upstreamPort = Number(process.argv[2])
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

const server = createServer((incoming, outgoing) => {
  const { host: _host, connection: _connection, ...headers } = incoming.headers
  const call = request(
    { agent, host: '127.0.0.1', port: upstreamPort, path: incoming.url, method: incoming.method, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  call.on('error', () => outgoing.destroy())
  incoming.pipe(call)
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
