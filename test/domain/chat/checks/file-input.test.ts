import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { checkFile, isTextData } from '../../../../src/domain/chat/checks/file-input.ts'
import type { ChatFile } from '../../../../src/domain/chat/message.ts'
import { TINY_PDF, TINY_PDF_URL } from '../../../support/media/tiny-pdf.ts'
import { TINY_PNG } from '../../../support/media/tiny-images.ts'

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes as string).toString('base64')
const dataUrl = (type: string, bytes: Uint8Array | string): string => `data:${type};base64,${base64(bytes)}`

const readOf = (file: ChatFile): unknown => {
  const checked = checkFile(file, 'file')
  return isLeft(checked) ? `${checked.left.tag} ${checked.left.param}` : checked.right
}

const REFUSED = 'unsupported_parameter file.file_data'

describe('a file of a prompt', () => {
  it('is a PDF by its bytes, whatever its sender calls it, and goes on under its own type', () => {
    for (const type of ['application/pdf', 'text/plain', 'image/png', 'application/octet-stream']) {
      const read = readOf({ file_data: dataUrl(type, TINY_PDF), filename: 'a.pdf' })
      expect(read, type).to.deep.equal({ tag: 'pdf', file: { filename: 'a.pdf', file_data: TINY_PDF_URL } })
    }
    const late = dataUrl('application/pdf', Buffer.concat([Buffer.alloc(1_000, '\n'), TINY_PDF]))
    expect(readOf({ file_data: late })).to.deep.equal({ tag: 'pdf', file: { file_data: late } })
  })

  it('is its words under its name where it is a text', () => {
    const words = 'first line\nвторая'
    for (const type of ['text/plain', 'TEXT/markdown', 'text/plain;charset=utf-8', 'application/json']) {
      const read = readOf({ file_data: dataUrl(type, words), filename: 'notes.txt' })
      expect(read, type).to.deep.equal({ tag: 'text', text: `notes.txt:\n${words}` })
    }
    expect(readOf({ file_data: dataUrl('text/csv', 'a,b') })).to.deep.equal({ tag: 'text', text: 'a,b' })
  })

  it('is known for a text before its words are read', () => {
    for (const [type, bytes] of [
      ['text/plain', 'hello'],
      ['TEXT/csv;charset=utf-8', 'a,b'],
      ['text/plain', TINY_PDF],
      ['application/pdf', TINY_PDF],
    ] as const) {
      const data = dataUrl(type, bytes)
      const read = checkFile({ file_data: data }, 'file')
      expect(isTextData(data), type).to.equal(!isLeft(read) && read.right.tag === 'text')
    }
    expect(isTextData('')).to.equal(false)
  })

  it('is refused by name where it is neither, or no file at all', () => {
    const refused: Readonly<Record<string, string>> = {
      'a text that is called a PDF': dataUrl('application/pdf', 'hello'),
      'an image': dataUrl('image/png', TINY_PNG),
      'an image that is called a text': dataUrl('text/plain', TINY_PNG),
      'a mark of a PDF too far from the beginning': dataUrl('application/pdf', `${' '.repeat(1_024)}%PDF-1.4`),
      'no UTF-8': dataUrl('text/plain', Uint8Array.of(0xff, 0xfe)),
      'a character that no text has': dataUrl('text/plain', 'a\0b'),
      'no base64': 'data:text/plain;base64,%%%%',
      'data without base64': 'data:text/plain,hello',
      'bare base64': base64(TINY_PDF),
      'a type with parameters of its own': dataUrl('text/plain;charset=utf-16', 'hello'),
      nothing: '',
    }
    for (const [name, data] of Object.entries(refused)) expect(readOf({ file_data: data }), name).to.equal(REFUSED)
    expect(readOf({})).to.equal(REFUSED)
  })

  it('is a PDF under a public address, which goes on as the URL parser writes it', () => {
    expect(readOf({ file_url: 'HTTPS://EXAMPLE.COM:443/a.pdf' })).to.deep.equal({
      tag: 'pdf',
      file: { file_url: 'https://example.com/a.pdf' },
    })
    for (const url of ['http://10.0.0.1/a.pdf', 'http://localhost/a', 'file:///etc/passwd', TINY_PDF_URL, 'x']) {
      expect(readOf({ file_url: url }), url).to.equal('unsafe_url file.file_url')
    }
  })

  it('is refused where it is stored at a provider, or has both data and an address', () => {
    expect(readOf({ file_id: 'file-1' })).to.equal('unsupported_parameter file.file_id')
    expect(readOf({ file_id: 'file-1', file_data: TINY_PDF_URL })).to.equal('unsupported_parameter file.file_id')
    expect(readOf({ file_url: 'https://example.com/a.pdf', file_data: TINY_PDF_URL })).to.equal(
      'unsupported_parameter file.file_url',
    )
  })

  it('is judged by its beginning alone where it is a PDF: nothing in it is decoded', () => {
    const bomb = `data:application/pdf;base64,${base64('%PDF-1.4\n')}${'!'.repeat(2_000)}`
    expect(readOf({ file_data: bomb })).to.equal(REFUSED)
    const long = `${TINY_PDF_URL.slice(0, 200)}${'A'.repeat(8_000_000)}`
    expect(readOf({ file_data: long })).to.deep.equal({ tag: 'pdf', file: { file_data: long } })
  })
})
