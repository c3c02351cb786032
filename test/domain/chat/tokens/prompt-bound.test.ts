import { expect } from 'chai'
import { promptBound, untranslatedTokens } from '../../../../src/domain/chat/tokens/prompt-bound.ts'
import type { NativeRequest } from '../../../../src/domain/chat/native.ts'
import { chatModel, chatRequest } from '../../../support/chat/chat-models.ts'

const native = (bytes: number, sealed?: number): NativeRequest => ({
  wire: 'messages',
  fields: new Map(),
  bytes,
  headers: {},
  isTranslatable: true,
  ...(sealed === undefined ? {} : { sealedReasoning: { sealMarks: [], bytes: sealed } }),
})

/** A prompt of so many bytes: the word for the role is one of its texts. */
const promptOf = (bytes: number) => chatRequest({ messages: [{ role: 'user', content: 'x'.repeat(bytes - 4) }] })

describe('the bound of a prompt that some provider is asked in its own words', () => {
  const model = chatModel()

  it('is that of the longer one of both', () => {
    const bound = promptBound(promptOf(1_000), model)
    expect(promptBound(promptOf(1_000), model, native(400))).to.equal(bound)
    expect(promptBound(promptOf(1_000), model, native(5_000))).to.equal(bound + 4_000)
    expect(untranslatedTokens(promptOf(1_000), native(5_000))).to.equal(4_000)
    expect(untranslatedTokens(promptOf(5), undefined)).to.equal(0)
  })

  it('has sealed thoughts in it once', () => {
    expect(untranslatedTokens(promptOf(1_000), native(1_700, 700))).to.equal(700)
    expect(untranslatedTokens(promptOf(1_000), native(0, 700))).to.equal(700)
  })

  it('has images by their number, and not by their bytes', () => {
    const url = `data:image/png;base64,${'A'.repeat(4_000)}`
    const request = chatRequest({ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] })
    expect(promptBound(request, model, native(4_000))).to.equal(promptBound(request, model))
    const words = 'user'.length + 'image_url'.length
    expect(untranslatedTokens(request, native(4_500 + words))).to.equal(500)
  })

  it('is never above the context of the model', () => {
    const short = chatModel({ limits: { ...model.limits, contextTokens: 2_000 } })
    expect(promptBound(promptOf(6), short, native(1_000_000, 900_000))).to.equal(2_000)
  })
})
