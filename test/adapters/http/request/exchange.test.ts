import { expect } from 'chai'
import type { Exchange, Middleware } from '../../../../src/adapters/http/request/exchange.ts'

type Has<T, K> = K extends keyof T ? true : false

describe('a middleware', () => {
  it('adds a header to the state of the answer', () => {
    const tagged: Middleware = ({ state }, next) => {
      state.headers['x-tagged'] = 'yes'
      return next()
    }
    expect(tagged).to.be.a('function')
  })

  it('has no other way to write a header, a status or a body: this test would not compile', () => {
    const ofKoa: { readonly [K in 'set' | 'append' | 'status' | 'type' | 'body' | 'response']: Has<Exchange, K> } = {
      set: false,
      append: false,
      status: false,
      type: false,
      body: false,
      response: false,
    }
    const ofNode: { readonly [K in 'setHeader' | 'writeHead' | 'write' | 'end']: Has<Exchange['res'], K> } = {
      setHeader: false,
      writeHead: false,
      write: false,
      end: false,
    }
    expect([...Object.values(ofKoa), ...Object.values(ofNode)]).not.to.include(true)
  })
})
