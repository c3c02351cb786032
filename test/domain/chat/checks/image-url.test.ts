import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { checkImageUrl } from '../../../../src/domain/chat/checks/image-url.ts'

const passedOn = (url: string): string | null => {
  const checked = checkImageUrl(url, 'messages.0.content.1.image_url.url')
  return isLeft(checked) ? null : checked.right
}

describe('the address of an image', () => {
  it('is passed on as the URL parser writes it', () => {
    expect(passedOn('HTTPS://EXAMPLE.COM:443')).to.equal('https://example.com/')
    expect(passedOn('http://example.com:80/a b.png'.replace(' ', '%20'))).to.equal('http://example.com/a%20b.png')
    expect(passedOn('https://8.8.0x8.010/a.png')).to.equal('https://8.8.8.8/a.png')
    expect(passedOn('https://пример.рф/a.png')).to.equal('https://xn--e1afmkfd.xn--p1ai/a.png')
  })

  it('is passed on as it is where it holds the image', () => {
    for (const url of ['data:image/png;base64,iVBORw0KGgo=', 'data:image/jpeg;base64,AA==']) {
      expect(passedOn(url)).to.equal(url)
    }
  })

  it('is refused where it holds something else, or is not public', () => {
    for (const url of ['data:text/html;base64,AA==', 'data:image/svg+xml;base64,AA==', '', 'http://127.0.0.1/']) {
      expect(passedOn(url), url).to.equal(null)
    }
  })

  it('names the field in which it was given', () => {
    const checked = checkImageUrl('http://127.0.0.1/', 'messages.3.content.0.image_url.url')
    expect(isLeft(checked) && checked.left.param).to.equal('messages.3.content.0.image_url.url')
  })
})
