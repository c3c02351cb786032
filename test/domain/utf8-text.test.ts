import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { base64Bytes } from '../../src/domain/base64.ts'
import { utf8Text } from '../../src/domain/utf8-text.ts'

const platformText = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

describe('the text of bytes', () => {
  it('is what the platform reads of them, and nothing where the platform reads nothing', () => {
    const leads = [0x00, 0x41, 0x7f, 0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff]
    const nexts = [0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbb, 0xbf, 0xc0]
    for (const lead of leads) {
      for (const second of nexts) {
        for (const third of nexts) {
          for (const fourth of nexts) {
            const bytes = Uint8Array.of(lead, second, third, fourth)
            for (const given of [bytes, bytes.subarray(0, 3), bytes.subarray(0, 2), bytes.subarray(0, 1)]) {
              expect(utf8Text(given), [...given].join(' ')).to.equal(platformText(given))
            }
          }
        }
      }
    }
  })

  it('is whole however long it is', () => {
    const long = 'первая 😀 line\n'.repeat(20_000)
    expect(utf8Text(new TextEncoder().encode(long)) === long).to.equal(true)
    expect(utf8Text(new Uint8Array())).to.equal('')
  })
})

describe('the bytes of a text in base64', () => {
  it('are those that were written, with or without the signs at its end', () => {
    for (let length = 0; length < 40; length += 1) {
      const bytes = randomBytes(length)
      const text = bytes.toString('base64')
      expect(base64Bytes(text), text).to.deep.equal(new Uint8Array(bytes))
      expect(base64Bytes(text.replaceAll('=', '')), text).to.deep.equal(new Uint8Array(bytes))
    }
  })

  it('are none where another character stands in it', () => {
    for (const text of ['A', 'AAAAA', 'AA=A', 'A===', 'AA A', 'AA-A', 'AA_A', 'AA\u0000A', 'ééé', 'AAA\n']) {
      expect(base64Bytes(text), text).to.equal(null)
    }
  })
})
