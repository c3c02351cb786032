import { expect } from 'chai'
import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import { box, fullBox, text, uint, zeros } from '../../../../src/adapters/providers/sandbox/media/mp4-box.ts'
import { sandboxMp4 } from '../../../../src/adapters/providers/sandbox/media/mp4.ts'
import { fileFormatOf } from '../../../../src/domain/media/file-format.ts'
import { boxesIn } from '../../../../src/domain/media/mp4/mp4-boxes.ts'
import { mp4Outline } from '../../../../src/domain/media/mp4/mp4-outline.ts'
import { readMp4 } from '../../../../src/domain/media/mp4/mp4.ts'
import { damaged } from '../../../support/media/damaged.ts'

const outlineOf = (bytes: Uint8Array, pieceBytes: number): Uint8Array | null => {
  const outline = mp4Outline()
  for (let at = 0; at < bytes.length; at += pieceBytes) outline.add(bytes.subarray(at, at + pieceBytes))
  return outline.end()
}

/** What the gateway asks of a file. */
const findings = (bytes: Uint8Array) => {
  const facts = readMp4(bytes)
  return {
    facts: isRight(facts) ? facts.right : null,
    isCut: fileFormatOf(bytes) === 'video/mp4' && boxesIn(bytes).some(({ whole }) => !whole),
  }
}

const KIND = box('ftyp', [text('isom'), uint(512, 4)])
const HEADER = box('moov', [fullBox('mvhd', 0, [zeros(8), uint(600, 4), uint(3000, 4), zeros(80)])])
const LONG = Buffer.concat([uint(1, 4), text('mdat'), zeros(4), uint(1016, 4), zeros(1000)])
const OPEN = Buffer.concat([zeros(4), text('mdat'), zeros(1000)])

describe('the outline of an MP4', () => {
  const files: Readonly<Record<string, Uint8Array>> = {
    'of the sandbox': sandboxMp4('a cat', 64, 64, 4),
    'with a 64-bit length': Buffer.concat([KIND, LONG, HEADER]),
    'with an open end': Buffer.concat([KIND, HEADER, OPEN]),
    'that is cut in its frames': Buffer.concat([KIND, HEADER, LONG]).subarray(0, -1),
    'that is cut in its description': Buffer.concat([KIND, LONG, HEADER]).subarray(0, -1),
    'that is cut in the head of a box': Buffer.concat([KIND, HEADER, LONG]).subarray(
      0,
      KIND.length + HEADER.length + 9,
    ),
    'with bytes that are no box': Buffer.concat([KIND, HEADER, uint(7, 4), text('mdat'), LONG]),
    'that is another file': Buffer.from('\x1a\x45\xdf\xa3 and so on', 'latin1'),
    'that is empty': new Uint8Array(),
  }
  for (const [name, bytes] of Object.entries(files)) {
    it(`${name} says what the file says, however it arrives`, () => {
      for (const pieceBytes of [1, 7, 1_000, Math.max(1, bytes.length)]) {
        expect(findings(outlineOf(bytes, pieceBytes) ?? uint(0, 4)), String(pieceBytes)).to.deep.equal(findings(bytes))
      }
    })
  }

  it('says what any file says', () => {
    const whole = Buffer.concat([sandboxMp4('a cat', 16, 16, 0.2), LONG, HEADER])
    fc.assert(
      fc.property(damaged(whole), fc.integer({ min: 1, max: 100 }), (file, pieceBytes) => {
        expect(findings(outlineOf(file, pieceBytes) ?? uint(0, 4))).to.deep.equal(findings(file))
      }),
      { numRuns: 1000 },
    )
  })

  it('has no frames', () => {
    const file = Buffer.concat([KIND, HEADER, box('mdat', [zeros(1_000_000)])])
    expect(outlineOf(file, 1_000)?.length).to.equal(KIND.length + HEADER.length + 8)
  })

  it('is none where it would be larger than any description', () => {
    expect(outlineOf(Buffer.concat([KIND, box('moov', [zeros(4_000_000)])]), 64_000)).to.equal(null)
    const empty = box('free', [])
    expect(outlineOf(Buffer.concat([KIND, ...Array.from({ length: 500_000 }, () => empty)]), 64_000)).to.equal(null)
  })
})
