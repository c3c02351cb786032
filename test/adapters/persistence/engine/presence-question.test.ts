import { createServer } from 'node:net'
import { expect } from 'chai'
import { presenceQuestion } from '../../../../src/adapters/persistence/engine/presence-question.ts'
import { listenOnLoopback } from '../../../support/servers/loopback.ts'
import type { LoopbackServer } from '../../../support/servers/loopback.ts'

/** A message of the wire that ends the session with an SQLSTATE. */
const fatal = (sqlState: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mthe session ends\0\0`)
  const head = Buffer.from('E0000')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** A server that ends every session at its first words. */
const refusing = (sqlState: string): Promise<LoopbackServer> =>
  listenOnLoopback(
    createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(fatal(sqlState)))
    }),
  )

describe('the question whether a database is there', () => {
  const CASES: readonly (readonly [what: string, sqlState: string, tag: 'refused' | 'silent'])[] = [
    ['whose session an operator ended is refused by a server that is there', '57P01', 'refused'],
    ['whose session ended for the crash of another is refused by a server that is there', '57P02', 'refused'],
    ['for which no place is free is refused by a server that is there', '53300', 'refused'],
    ['to a server that starts or shuts down has no answer', '57P03', 'silent'],
    ['through a pooler that reaches no server has no answer', '08P01', 'silent'],
  ]
  for (const [what, state, tag] of CASES) {
    it(what, async () => {
      const server = await refusing(state)
      try {
        const { port } = server
        const ask = presenceQuestion([{ host: '127.0.0.1', port, user: 'gateway', database: 'gateway' }])
        expect(await ask()).to.deep.equal({ tag })
      } finally {
        await server.close()
      }
    })
  }

  it('has no answer where nothing listens', async () => {
    const server = await refusing('57P01')
    const { port } = server
    await server.close()
    expect(await presenceQuestion([{ host: '127.0.0.1', port }])()).to.deep.equal({ tag: 'silent' })
  })
})
