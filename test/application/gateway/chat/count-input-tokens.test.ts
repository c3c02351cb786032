import { expect } from 'chai'
import { countInputTokens } from '../../../../src/application/gateway/chat/count-input-tokens.ts'
import { chatModel, chatRequest } from '../../../support/chat/chat-models.ts'
import { stage, unwrap } from '../gateway-stage.ts'

const LONG = 'x'.repeat(30_000)
const ESTIMATED = Math.ceil((LONG.length + 'user'.length + 9) / 3)
const COUNTED = 7 + 3

/** Counts nothing before it may. Each count that has begun is noted by its caller. */
const waitingCounter = () => {
  const begun: (string | undefined)[] = []
  const { promise: mayCount, resolve: goOn } = Promise.withResolvers<void>()
  const count = async (_: readonly string[], options: { readonly caller?: string } = {}): Promise<number> => {
    begun.push(options.caller)
    await mayCount
    return 7
  }
  return { begun, goOn, tokens: { count } }
}

const set = () => {
  const { deps } = stage([], { models: [chatModel()] })
  const { begun, goOn, tokens } = waitingCounter()
  const counting = countInputTokens({ catalog: deps.catalog, tokens })
  const ask = async (walletId: string, content = LONG): Promise<number> =>
    unwrap(await counting({ allowedModels: null, walletId }, chatRequest({ messages: [{ role: 'user', content }] })))
  return { ask, begun, goOn }
}

describe('a look-up of the tokens of a prompt', () => {
  it('counts one long prompt of an account at a time, lets four wait, and estimates the rest at once', async () => {
    const { ask, begun, goOn } = set()
    const asked = Array.from({ length: 8 }, () => ask('one'))
    expect(await Promise.all(asked.slice(5))).to.deep.equal([ESTIMATED, ESTIMATED, ESTIMATED])
    expect(begun).to.deep.equal(['one'])
    goOn()
    expect(await Promise.all(asked.slice(0, 5))).to.deep.equal([COUNTED, COUNTED, COUNTED, COUNTED, COUNTED])
  })

  it('counts the long prompts of eight accounts at once, and estimates those of others', async () => {
    const { ask, begun, goOn } = set()
    const asked = Array.from({ length: 9 }, (_, index) => ask(`account ${index}`))
    expect(await asked[8]).to.equal(ESTIMATED)
    expect(begun).to.have.lengthOf(8)
    goOn()
    expect(new Set(await Promise.all(asked.slice(0, 8)))).to.deep.equal(new Set([COUNTED]))
  })

  it('counts every short prompt, in the share of its account', async () => {
    const { ask, begun, goOn } = set()
    const asked = Array.from({ length: 50 }, () => ask('one', 'hello'))
    goOn()
    expect(new Set(await Promise.all(asked))).to.deep.equal(new Set([COUNTED]))
    expect(begun).to.deep.equal(Array.from({ length: 50 }, () => 'one'))
  })
})
