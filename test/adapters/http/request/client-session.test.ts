import { expect } from 'chai'
import { clientSessionOf } from '../../../../src/adapters/http/request/client-session.ts'

describe('the session of a client', () => {
  it('is read where each known client puts it', () => {
    for (const header of [
      'x-session-id',
      'x-claude-code-session-id',
      'session-id',
      'session_id',
      'x-session-affinity',
    ]) {
      expect(clientSessionOf({ [header]: 's' }), header).to.equal('s')
    }
  })

  it('is the one of the caller where several say one, and absent where none does', () => {
    expect(clientSessionOf({ 'x-session-affinity': 'b', 'x-session-id': 'a' })).to.equal('a')
    expect(clientSessionOf({ 'x-session-id': '', 'session-id': 'b' })).to.equal('b')
    expect(clientSessionOf({ 'x-request-id': 'r' })).to.equal(null)
  })
})
