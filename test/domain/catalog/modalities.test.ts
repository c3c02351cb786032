import { expect } from 'chai'
import { modalitiesOf } from '../../../src/domain/catalog/modalities.ts'
import { chatModel } from '../../support/chat/chat-models.ts'
import { imageModel } from '../../support/media/media-models.ts'
import { videoModel } from '../../support/media/video-jobs.ts'

describe('the modalities of a model', () => {
  it('are those of its kind, and what its capabilities add', () => {
    const seeing = chatModel({ capabilities: new Set(['tools', 'image_input']) })
    expect(modalitiesOf(seeing)).to.deep.equal({ input: ['text', 'image'], output: ['text'] })
    const blind = chatModel({ capabilities: new Set(['tools']) })
    expect(modalitiesOf(blind)).to.deep.equal({ input: ['text'], output: ['text'] })
    expect(modalitiesOf(imageModel({ capabilities: new Set() })).output).to.deep.equal(['image'])
    const loud = videoModel({ capabilities: new Set(['audio_output']) })
    expect(modalitiesOf(loud)).to.deep.equal({ input: ['text'], output: ['video', 'audio'] })
  })
})
