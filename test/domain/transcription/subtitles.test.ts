import { expect } from 'chai'
import { toSrt, toVtt } from '../../../src/domain/transcription/subtitles.ts'
import { plainSegment } from '../../../src/domain/transcription/transcript.ts'

describe('subtitles', () => {
  it('number their cues and give times with hours and milliseconds', () => {
    const segments = [plainSegment(0, 1.5, ' Hello.'), plainSegment(3_725.0004, 36_000.9996, 'Привет.')]
    expect(toSrt(segments)).to.equal(
      '1\n00:00:00,000 --> 00:00:01,500\nHello.\n\n2\n01:02:05,000 --> 10:00:01,000\nПривет.\n\n',
    )
    expect(toVtt(segments)).to.equal(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello.\n\n01:02:05.000 --> 10:00:01.000\nПривет.\n\n',
    )
  })

  it('hold nothing but their head where there was no speech', () => {
    expect([toSrt([]), toVtt([])]).to.deep.equal(['', 'WEBVTT\n\n'])
  })

  it('let no words end a cue or begin another', () => {
    const segments = [plainSegment(0, 1, 'one\n\n2\n00:00:05,000 --> 00:00:06,000\n<b>two & three')]
    expect(toSrt(segments)).to.equal(
      '1\n00:00:00,000 --> 00:00:01,000\none 2 00:00:05,000 -> 00:00:06,000 <b>two & three\n\n',
    )
    expect(toVtt(segments)).to.include('one 2 00:00:05,000 -> 00:00:06,000 &lt;b>two &amp; three\n\n')
  })

  it('never end before they begin', () => {
    expect(toSrt([plainSegment(2, 1, 'x')])).to.include('00:00:02,000 --> 00:00:02,000')
  })
})
