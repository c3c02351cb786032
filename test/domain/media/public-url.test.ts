import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { publicUrl, WEB_RULES } from '../../../src/domain/media/public-url.ts'
import type { UrlRules } from '../../../src/domain/media/public-url.ts'
import { HOSTILE_URLS } from '../../adapters/url-fetcher/hostile-urls.ts'

const check = (text: string, rules?: UrlRules): string => {
  const result = publicUrl(text, rules)
  return isLeft(result) ? result.left.tag : `${result.right.host} ${result.right.port}`
}

const PUBLIC: Readonly<Record<string, string>> = {
  'http://example.com/a.png?x=1#y': 'example.com 80',
  'https://example.com': 'example.com 443',
  'HTTPS://EXAMPLE.COM:443/': 'example.com 443',
  'http://example.com:443/': 'example.com 443',
  'https://example.com:80/': 'example.com 80',
  'https://example.com./': 'example.com 443',
  'https:example.com': 'example.com 443',
  'https://пример.рф/': 'xn--e1afmkfd.xn--p1ai 443',
  'https://example.com/@a/b:c@d': 'example.com 443',
  'https://example.com/?redirect=http://127.0.0.1/': 'example.com 443',
  'http://8.8.8.8/': '8.8.8.8 80',
  'http://134744072/': '8.8.8.8 80',
  'http://[2606:4700::1111]/': '2606:4700::1111 80',
  'http://[2606:4700:0:0::8.8.8.8]/': '2606:4700::808:808 80',
}

/** Each is one way in which an address of the operator's own network is written. */
const LOCAL: readonly string[] = [
  'http://①②⑦.0.0.1:80/x',
  'http://１２７.0.0.1/x',
  'http://127.0.0。1/x',
  'http://127.0.0.%31/x',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://127.0.0.1./',
  'http://kubernetes.default.svc/x',
  'http://vault.service.consul/',
  'http://printer/',
  'http://printer./',
  'http://db.internal./',
  'http://a..example.com/',
  'http://.local/',
  'http://LOCALHOST/',
  'http://loc%61lhost/',
  'http://168.63.129.16/machine?comp=goalstate',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[fe80::1]/',
  `http://${'a.'.repeat(150)}example.com/`,
]

const MALFORMED: readonly string[] = [
  'ftp://example.com/',
  'file:///x',
  'data:image/png;base64,AA==',
  'http://example.com:8080/',
  'http://u@example.com/',
  'http://@example.com/',
  'http:@example.com/',
  'http:////@example.com/',
  'http://exam ple.com/',
  'http://example.com\\@8.8.8.8/',
  'http://example.com/\n',
  ' http://example.com/',
  'example.com',
  '//example.com/',
  'http://1.2.3.4.5/',
  'http://256.1.1.1/',
  `http://example.com/${'a'.repeat(9000)}`,
]

describe('public URL', () => {
  it('lets addresses of the public web through', () => {
    for (const [text, expected] of Object.entries(PUBLIC)) expect(check(text), text).to.equal(expected)
  })

  it('refuses every spelling of a local address', () => {
    for (const text of LOCAL) expect(check(text), text).to.equal('unsafe_url')
  })

  it('refuses what the fetcher refuses by its spelling, on every port', () => {
    const resolved = /nip\.io|localtest|sslip|evil/
    for (const text of HOSTILE_URLS.filter((url) => !resolved.test(url))) {
      expect(check(text.replace('{port}', '80')), text).to.equal('unsafe_url')
    }
  })

  it('refuses other schemes, ports, user information and nonsense', () => {
    for (const text of MALFORMED) expect(check(text), text.slice(0, 60)).to.equal('unsafe_url')
  })

  it('exempts a host and port together, but no scheme and no user information', () => {
    const rules = { ...WEB_RULES, isExempt: (host: string, port: number) => host === '127.0.0.1' && port === 9000 }
    expect(check('http://127.0.0.1:9000/x', rules)).to.equal('127.0.0.1 9000')
    expect(check('http://127.0.0.1:9001/x', rules)).to.equal('unsafe_url')
    expect(check('http://u@127.0.0.1:9000/x', rules)).to.equal('unsafe_url')
    expect(check('ftp://127.0.0.1:9000/x', rules)).to.equal('unsafe_url')
  })
})
