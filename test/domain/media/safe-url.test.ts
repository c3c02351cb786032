import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { checkUrl, type UrlRules, WEB_PORTS } from '../../../src/domain/media/safe-url.ts'

/** Only 8.8.8.8 and 2001:db8::8 are public here, so that the test knows who decided. */
const RULES: UrlRules = {
  isPublicAddress: (host) => (/^[\d.]+$|:/.test(host) ? host === '8.8.8.8' || host === '2001:db8::8' : null),
  ports: WEB_PORTS,
  isExempt: () => false,
}

const check = (text: string, rules = RULES): string => {
  const result = checkUrl(text, rules)
  return isLeft(result) ? result.left.tag : `${result.right.host} ${result.right.port}`
}

describe('safe URL', () => {
  it('lets public web addresses through', () => {
    expect(check('http://example.com/a.png?x=1#y')).to.equal('example.com 80')
    expect(check('https://example.com')).to.equal('example.com 443')
    expect(check('HTTPS://EXAMPLE.COM:443/')).to.equal('example.com 443')
    expect(check('http://example.com:443/')).to.equal('example.com 443')
    expect(check('https://example.com:80/')).to.equal('example.com 80')
    expect(check('https://example.com./')).to.equal('example.com 443')
    expect(check('https://пример.рф/')).to.equal('xn--e1afmkfd.xn--p1ai 443')
    expect(check('https://example.com/@a/b:c@d')).to.equal('example.com 443')
    expect(check('https://example.com/?redirect=http://127.0.0.1/')).to.equal('example.com 443')
    expect(check('http://8.8.8.8/')).to.equal('8.8.8.8 80')
    expect(check('http://134744072/')).to.equal('8.8.8.8 80')
    expect(check('http://[2001:db8::8]/')).to.equal('2001:db8::8 80')
  })

  it('asks about addresses in their one spelling', () => {
    const asked: string[] = []
    const rules = { ...RULES, isPublicAddress: (host: string) => asked.push(host) === 0 }
    for (const host of ['0x7f.1', '2130706433', '①②⑦.⓪.⓪.①', '[0:0:0:0:0:FFFF:127.0.0.1]', '127.0.0.1.']) {
      expect(check(`http://${host}/`, rules)).to.equal('unsafe_url')
    }
    expect(asked).to.deep.equal(['127.0.0.1', '127.0.0.1', '127.0.0.1', '::ffff:7f00:1', '127.0.0.1'])
  })

  it('refuses other schemes, ports, user information, local names and nonsense', () => {
    for (const text of [
      'ftp://example.com/',
      'file:///x',
      'http://example.com:8080/',
      'http://u@example.com/',
      'http://@example.com/',
      'http://localhost/',
      'http://printer/',
      'http://a.internal/',
      'http://exam ple.com/',
      'http://example.com\\@8.8.8.8/',
      'http://example.com/\n',
      'example.com',
      `http://example.com/${'a'.repeat(9000)}`,
    ]) {
      expect(check(text), text.slice(0, 60)).to.equal('unsafe_url')
    }
  })

  it('exempts a host and port together, but no scheme and no user information', () => {
    const rules = { ...RULES, isExempt: (host: string, port: number) => host === '127.0.0.1' && port === 9000 }
    expect(check('http://127.0.0.1:9000/x', rules)).to.equal('127.0.0.1 9000')
    expect(check('http://127.0.0.1:9001/x', rules)).to.equal('unsafe_url')
    expect(check('http://u@127.0.0.1:9000/x', rules)).to.equal('unsafe_url')
    expect(check('ftp://127.0.0.1:9000/x', rules)).to.equal('unsafe_url')
  })
})
