import { expect } from 'chai'
import { accountSurface } from '../../../../src/adapters/http/account/surface.ts'
import { openAiSurface } from '../../../../src/adapters/http/openai/surface.ts'
import { operatorSurface } from '../../../../src/adapters/http/operator/surface.ts'
import { serviceSurface } from '../../../../src/adapters/http/service/surface.ts'
import { surfaceOfPath } from '../../../../src/adapters/http/surface/surface.ts'

describe('the surface of an unknown path', () => {
  const surfaceOf = surfaceOfPath([openAiSurface, accountSurface, operatorSurface, serviceSurface])
  const expected: Readonly<Record<string, string>> = {
    '/': 'openai',
    '/v1/nowhere': 'openai',
    '/v1/me': 'account',
    '/v1/me/nowhere': 'account',
    '/v1/mediation': 'openai',
    '/v1/media/x': 'account',
    '/v1/auth/x': 'account',
    '/v1/billing/x': 'account',
    '/v1/health/x': 'openai',
    '/v1/catalog/x': 'openai',
    '/v1/operator/x': 'openai',
    '/v1/console/x': 'openai',
    '/.well-known/x': 'openai',
  }
  for (const [path, name] of Object.entries(expected)) {
    it(`of ${path} is ${name}`, () => expect(surfaceOf(path).name).to.equal(name))
  }

  it('is decided by the longest prefix, whatever the order of the surfaces', () => {
    const chat = { ...openAiSurface, name: 'chat', pathPrefixes: ['/v1/me/chat'] }
    for (const surfaces of [
      [openAiSurface, accountSurface, chat],
      [chat, accountSurface, openAiSurface],
    ]) {
      expect(surfaceOfPath(surfaces)('/v1/me/chat/x').name).to.equal('chat')
      expect(surfaceOfPath(surfaces)('/v1/me/chats').name).to.equal('account')
    }
  })

  it('needs one surface that takes every path', () => {
    expect(() => surfaceOfPath([accountSurface])).to.throw('no surface answers')
  })
})
