import { expect } from 'chai'
import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { planWithinTaskPrice } from '../../../src/domain/conversation/plan-within-task-price.ts'
import type { Parameters } from '../../../src/domain/conversation/plan-within-task-price.ts'

interface Priced {
  readonly holdMicro: bigint
}

const BASE = 100n

/** Each parameter adds its own figure to the price. */
const sum = (parameters: Parameters): Either<'broken', Priced> => {
  if ('broken' in parameters) return left('broken')
  const extra = Object.values(parameters).reduce<bigint>((total, value) => total + BigInt(String(value)), 0n)
  return right({ holdMicro: BASE + extra })
}

const culpritOf = (parameters: Parameters): string | null => {
  const planned = planWithinTaskPrice(parameters, sum)
  if (isRight(planned)) return null
  return planned.left === 'broken' ? 'broken' : planned.left.param
}

describe('A plan at a price that is fixed beforehand', () => {
  const cases: readonly (readonly [string, Parameters, string | null])[] = [
    ['takes no parameters', {}, null],
    ['takes one that changes no price', { style: 0 }, null],
    ['takes one that makes it cheaper', { length: -10 }, null],
    ['refuses one that makes it more expensive by the least amount', { length: 1 }, 'length'],
    ['names the one of several that makes it more expensive', { style: 0, length: 5, seed: 0 }, 'length'],
    ['takes two that weigh each other up, in either order', { length: 5, tier: -5 }, null],
    ['names the one with which the sum is exceeded', { tier: -5, length: 4, size: 2 }, 'size'],
    ['says what is wrong with a parameter before what it costs', { length: 5, broken: 1 }, 'broken'],
  ]
  for (const [name, parameters, culprit] of cases) {
    it(name, () => expect(culpritOf(parameters)).to.equal(culprit))
  }

  it('names a parameter that costs more only together with another', () => {
    const pair = (some: Parameters): Either<never, Priced> =>
      right({ holdMicro: 'width' in some && 'height' in some ? 2n * BASE : BASE })
    const planned = planWithinTaskPrice({ width: 1, height: 1 }, pair)
    expect(isLeft(planned) && planned.left).to.deep.equal({
      tag: 'unsupported_parameter',
      param: 'height',
      message: "'height' with this value costs more than the task.",
    })
  })

  it('is refused as it stands where it cannot be had even without parameters', () => {
    const planned = planWithinTaskPrice<string, Priced>({ length: 1 }, (some) =>
      'length' in some ? right({ holdMicro: 1n }) : left('not on offer'),
    )
    expect(planned).to.deep.equal(left('not on offer'))
  })
})
