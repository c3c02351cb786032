import { expect } from 'chai'
import { answerReasoning } from '../../../../../src/adapters/http/openai/response-output/answer-reasoning.ts'

const THOUGHT = { id: 'rs_up', type: 'reasoning', summary: [], encrypted_content: 'sealed' }
const UNSEALED = { id: 'rs_ours', type: 'reasoning', summary: [] }
const CALL = { id: 'fc_1', type: 'function_call' }
const WORDS = { id: 'msg_1', type: 'message' }

describe('the thoughts of an answer', () => {
  it('are shown with their seal where the client asked for it, and then not kept', () => {
    const { shown, kept } = answerReasoning('shown')
    expect(shown('rs_up', THOUGHT)).to.deep.equal(THOUGHT)
    expect(kept([{ ...THOUGHT }, CALL])).to.equal(null)
  })

  it('are shown without it where it is kept or of no use', () => {
    for (const use of ['kept', 'unused'] as const) {
      expect(answerReasoning(use).shown('rs_ours', THOUGHT)).to.deep.equal(UNSEALED)
      expect(answerReasoning(use).shown('rs_ours', { ...UNSEALED, encrypted_content: null })).to.have.property(
        'id',
        'rs_ours',
      )
    }
  })

  it('are kept in whole where they led to a call, and nothing behind the last call is', () => {
    const { shown, kept } = answerReasoning('kept')
    const [first, last] = [shown('rs_ours', THOUGHT), shown('rs_last', { ...THOUGHT, id: 'rs_up_2' })]
    expect(kept([first, CALL, last])).to.deep.equal({ rs_ours: THOUGHT })
    expect(kept([first, WORDS])).to.equal(null)
    expect(kept([CALL])).to.equal(null)
  })
})
