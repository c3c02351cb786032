import { expect } from 'chai'
import type { Exchange, Middleware } from '../../../../src/adapters/http/request/exchange.ts'

/** The ways by which Koa and Node write an answer. */
type WaysToWrite = 'set' | 'append' | 'status' | 'type' | 'body' | 'response'
type WaysToWriteOfNode = 'setHeader' | 'writeHead' | 'write' | 'end'
type Missing<T, K extends string> = K extends keyof T ? `a middleware can use ${K}` : true

// The type checker proves this: each list would have an element that is not `true`.
const KOA_WRITES_NOTHING: Missing<Exchange, WaysToWrite> = true
const NODE_WRITES_NOTHING: Missing<Exchange['res'], WaysToWriteOfNode> = true

describe('a middleware', () => {
  it('writes a header into the state of the answer, and has no other way to write', async () => {
    const tagged: Middleware = ({ state }, next) => {
      state.headers['x-tagged'] = 'yes'
      return next()
    }
    const state = { requestId: 'r', headers: {} as Record<string, string>, clientAddress: '127.0.0.1' }
    const seen: string[] = []
    await tagged({ state } as unknown as Exchange, async () => void seen.push('next'))
    expect(state.headers).to.deep.equal({ 'x-tagged': 'yes' })
    expect(seen).to.deep.equal(['next'])
    expect([KOA_WRITES_NOTHING, NODE_WRITES_NOTHING]).to.deep.equal([true, true])
  })
})
