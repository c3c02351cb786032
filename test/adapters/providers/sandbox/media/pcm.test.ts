import { expect } from 'chai'
import { sandboxPcm, sandboxSpeechSeconds } from '../../../../../src/adapters/providers/sandbox/media/pcm.ts'
import { pcmSeconds } from '../../../../support/media/pcm-seconds.ts'

describe('sandbox speech', () => {
  it('lasts as long as the text takes to read, by characters and not by bytes', () => {
    expect(pcmSeconds(sandboxPcm('a'.repeat(100), 'Kore'))).to.be.closeTo(6, 0.001)
    expect(pcmSeconds(sandboxPcm('я'.repeat(100), 'Kore'))).to.be.closeTo(6, 0.001)
    expect(pcmSeconds(sandboxPcm('', 'Kore')))
      .to.be.closeTo(sandboxSpeechSeconds(''), 0.001)
      .and.above(0)
  })

  it('is a tone whose pitch belongs to the voice', () => {
    const crossings = (voice: string): number => {
      const { samples } = sandboxPcm('a'.repeat(50), voice)
      const view = new Int16Array(samples.buffer, samples.byteOffset, samples.length / 2)
      return view.reduce((count, value, index) => count + ((view[index - 1] ?? 0) < 0 && value >= 0 ? 1 : 0), 0)
    }
    expect(crossings('Kore') / 3).to.be.within(150, 700)
    expect(crossings('Kore')).to.equal(crossings('Kore')).and.not.equal(crossings('Puck'))
  })
})
