import { expect } from 'chai'
import { hostUrls, withPlainMode } from '../../../../src/adapters/persistence/engine/database-hosts.ts'

describe('a database URL', () => {
  it('of one host is itself', () => {
    const url = 'postgres://user:p%40ss,word@db:5433/gateway?sslmode=require'
    expect(hostUrls(url)).to.deep.equal([url])
    expect(hostUrls('not a URL')).to.deep.equal(['not a URL'])
  })

  it('of several hosts is one for each, with all that stands around them', () => {
    expect(hostUrls('postgresql://user:a,b@one,two:5433, [::1]:5434/gateway?sslmode=require')).to.deep.equal([
      'postgresql://user:a,b@one/gateway?sslmode=require',
      'postgresql://user:a,b@two:5433/gateway?sslmode=require',
      'postgresql://user:a,b@[::1]:5434/gateway?sslmode=require',
    ])
    expect(hostUrls('postgres://user:p@ss,word@one,two/db'), 'a password with a bare @').to.deep.equal([
      'postgres://user:p@ss,word@one/db',
      'postgres://user:p@ss,word@two/db',
    ])
  })

  it('names the mode of TLS that the driver uses, unless it asks for the weaker modes of libpq', () => {
    const at = 'postgres://user:p%40ss@one,two:5433/gateway'
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
      expect(withPlainMode(`${at}?application_name=a&sslmode=${mode}&sslrootcert=/ca.pem`)).to.equal(
        `${at}?application_name=a&sslmode=verify-full&sslrootcert=/ca.pem`,
      )
    }
    for (const same of ['', '?sslmode=disable', '?sslmode=no-verify', '?uselibpqcompat=true&sslmode=require']) {
      expect(withPlainMode(at + same)).to.equal(at + same)
    }
  })
})
