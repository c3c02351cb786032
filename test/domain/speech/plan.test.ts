import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { SpeechModel } from '../../../src/domain/catalog/model.ts'
import type { TokenUsage } from '../../../src/domain/pricing/token-price.ts'
import { billSpeech } from '../../../src/domain/speech/bill.ts'
import { speakingInstructionsOf } from '../../../src/domain/speech/speaking-instructions.ts'
import { planSpeech } from '../../../src/domain/speech/plan.ts'
import type { SpeechRequest } from '../../../src/domain/speech/request.ts'
import { chatModel, usageOf } from '../../support/chat/chat-models.ts'
import { countedSpeechModel, speechModel, speechRequest } from '../../support/media/media-models.ts'

type Row = readonly [string, SpeechModel, Partial<SpeechRequest>, TokenUsage | null, bigint, bigint, boolean]

describe('the price of speech', () => {
  const table: readonly Row[] = [
    ['twelve characters', speechModel(), {}, null, 12_000n, 12_000n, false],
    ['characters, not bytes or units', speechModel(), { input: 'жж🐻' }, null, 3_000n, 3_000n, false],
    ['characters, whatever is counted', speechModel(), {}, usageOf(9, 9), 12_000n, 12_000n, false],
    // 12 tokens of text are held for, one a byte, and 4 reckoned; 12 characters of 3 tokens at 20. Beside them are held
    // 32 tokens of the provider's own words and 50 of silence.
    ['tokens without a count', countedSpeechModel(), {}, null, 1_764n, 724n, true],
    ['tokens of the instruction', countedSpeechModel(), { instructions: 'loud' }, null, 1_768n, 726n, true],
    ['tokens', countedSpeechModel(), {}, usageOf(5, 100), 1_764n, 2_005n, false],
    ['nonsense for tokens', countedSpeechModel(), {}, usageOf(-5, 100), 1_764n, 724n, true],
    // Twenty times the hold, and a little more.
    ['a high count', countedSpeechModel(), {}, usageOf(0, 1_764), 1_764n, 35_280n, false],
    ['a count that cannot be true', countedSpeechModel(), {}, usageOf(1, 1_764), 1_764n, 1_764n, true],
    ['a broken count, above a billion', countedSpeechModel(), {}, usageOf(1, 1e9 + 1), 1_764n, 724n, true],
    // Four times as long, with 36 bytes of words for the pace.
    ['slow speech', countedSpeechModel(), { speed: 0.25 }, usageOf(10, 150), 3_960n, 3_010n, false],
    ['fast speech, as long as any', countedSpeechModel(), { speed: 2 }, null, 1_797n, 724n, true],
    ['a short word, with its silence', countedSpeechModel(), { input: 'Hi' }, usageOf(9, 45), 1_154n, 909n, false],
  ]
  for (const [name, model, over, reported, hold, price, estimated] of table) {
    it(`${name}: held ${hold}, charged ${price}`, () => {
      const request = speechRequest(over)
      const plan = planSpeech(model, request)
      if (isLeft(plan)) throw new Error(plan.left.message)
      expect(plan.right.holdMicro).to.equal(hold)
      expect(billSpeech(plan.right, request, reported)).to.include({ priceMicro: price, estimated })
    })
  }

  it('is not asked of a model that does not speak, nor of one that knows no instruction', () => {
    const chat = planSpeech(chatModel(), speechRequest())
    expect(isLeft(chat) && chat.left).to.include({ tag: 'unsupported_capability', param: 'model' })
    const mute = planSpeech(speechModel({ unsupportedParameters: new Set(['speed']) }), speechRequest({ speed: 2 }))
    expect(isLeft(mute) && mute.left).to.include({ tag: 'unsupported_parameter', param: 'speed' })
  })
})

describe('the instruction of speaking', () => {
  const table: readonly (readonly [string | null, number, string | null])[] = [
    [null, 1, null],
    ['  ', 1, null],
    ['Sadly', 1, 'Sadly'],
    [null, 0.5, 'Speak at 0.5 times your normal pace'],
    ['Sadly', 2, 'Sadly. Speak at 2 times your normal pace'],
    ['Sadly.', 2, 'Sadly. Speak at 2 times your normal pace'],
  ]
  for (const [instructions, speed, instruction] of table) {
    it(`${instructions ?? 'nothing'} at ${speed}: ${instruction ?? 'none'}`, () =>
      expect(speakingInstructionsOf({ instructions, speed })).to.equal(instruction))
  }
})
