import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { checkImageUrl } from '../../../src/domain/chat/image-url.ts'

const isSafe = (url: string): boolean => isRight(checkImageUrl(url, 'url'))

describe('image addresses', () => {
  const safe = [
    'https://example.com/a.png',
    'http://example.com:80/a.png?x=1#y',
    'HTTPS://EXAMPLE.COM:443',
    'https://8.8.8.8/a.png',
    'https://[2606:4700::1111]/a.png',
    'https://xn--e1afmkfd.xn--p1ai/a.png',
    'data:image/png;base64,iVBORw0KGgo=',
    'data:image/jpeg;base64,AA==',
  ]
  for (const url of safe) it(`${url} is passed on`, () => expect(isSafe(url)).to.equal(true))

  const unsafe = [
    '',
    'ftp://example.com/a.png',
    'file:///etc/passwd',
    'https://user:secret@example.com/a.png',
    'https://example.com:8080/a.png',
    'http://localhost/a.png',
    'http://service/a.png',
    'http://printer.local/a.png',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://127.0.0.1/a.png',
    'http://10.1.2.3/a.png',
    'http://172.16.0.1/a.png',
    'http://192.168.1.1/a.png',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/a.png',
    'http://0.0.0.0/a.png',
    'http://224.0.0.1/a.png',
    'http://2130706433/a.png',
    'http://0x7f.1/a.png',
    'http://0177.0.0.1/a.png',
    'http://127.1/a.png',
    'http://127.0.0.1./a.png',
    'http://[::1]/a.png',
    'http://[fe80::1]/a.png',
    'http://[::ffff:10.0.0.1]/a.png',
    'http://[2002:7f00:1::]/a.png',
    'http://example.com\\@127.0.0.1/',
    'data:text/html;base64,AA==',
    'data:image/svg+xml;base64,AA==',
  ]
  for (const url of unsafe) it(`${url} is not`, () => expect(isSafe(url)).to.equal(false))
})
