import { expect } from 'chai'
import type { Deployment } from '../../../src/domain/catalog/model.ts'
import { deploymentName, rankDeployments } from '../../../src/domain/routing/rank-deployments.ts'
import { sealMarkOf } from '../../../src/domain/routing/seal-mark.ts'

const at = (provider: string, weight?: number): Deployment => ({ provider, upstreamModel: 'm', parameters: {}, weight })

const order = (
  deployments: readonly Deployment[],
  key = 'k',
  warm: string | null = null,
  sealMark: string | null = null,
): string =>
  rankDeployments(deployments, key, { warm, sealMark })
    .map(({ deployment, rankedBy }) => `${deployment.provider}:${rankedBy}`)
    .join(' ')

const KEYS = Array.from({ length: 10_000 }, (_, index) => `conversation ${index}`)

const firstOf = (deployments: readonly Deployment[], key: string): string =>
  rankDeployments(deployments, key, { warm: null, sealMark: null })[0]?.deployment.provider ?? ''

describe('the order of deployments', () => {
  it('is the order of the catalogue where none has a weight, for every conversation', () => {
    for (const key of KEYS.slice(0, 50)) {
      expect(order([at('a'), at('b'), at('c')], key)).to.equal('a:order b:order c:order')
    }
  })

  it('begins with the deployment whose cache is warm, and keeps the rest as it was', () => {
    expect(order([at('a'), at('b'), at('c')], 'k', 'b m')).to.equal('b:warm_cache a:order c:order')
    expect(order([at('a'), at('b')], 'k', 'gone m')).to.equal('a:order b:order')
  })

  it('begins with the deployment that can read the latest thoughts, warm or not, and among several with a warm one', () => {
    expect(order([at('a'), at('b'), at('c')], 'k', 'a m', sealMarkOf('b'))).to.equal(
      'b:sealed_thoughts a:order c:order',
    )
    expect(order([at('a'), at('b')], 'k', 'b m', sealMarkOf('gone'))).to.equal('b:warm_cache a:order')
    const twins: readonly Deployment[] = [at('a'), { ...at('a'), upstreamModel: 'warm' }, at('b')]
    expect(order(twins, 'k', 'a warm', sealMarkOf('a'))).to.equal('a:sealed_thoughts a:order b:order')
    expect(rankDeployments(twins, 'k', { warm: 'a warm', sealMark: sealMarkOf('a') })[0]?.deployment).to.equal(twins[1])
  })

  it('decides among equals by the conversation alone: the same one gets the same order every time', () => {
    const equals = [at('a', 1), at('b', 1), at('c', 1)]
    for (const key of KEYS.slice(0, 50)) {
      expect(order(equals, key)).to.equal(order(equals, key))
      expect(order(equals, key)).to.equal(order(equals.toReversed(), key))
    }
    expect(new Set(KEYS.slice(0, 200).map((key) => order(equals, key))).size).to.equal(6)
  })

  it('gives each of the equals its share of the conversations', () => {
    const equals = [at('a', 1), at('b', 3), at('c', 6)]
    const firsts = KEYS.map((key) => firstOf(equals, key))
    const share = (provider: string): number => firsts.filter((first) => first === provider).length / KEYS.length
    expect(share('a')).to.be.closeTo(0.1, 0.02)
    expect(share('b')).to.be.closeTo(0.3, 0.02)
    expect(share('c')).to.be.closeTo(0.6, 0.02)
  })

  it('moves no other conversation when one of the equals is taken away', () => {
    const all = [at('a', 2), at('b', 1), at('c', 1)]
    for (const key of KEYS.slice(0, 500)) {
      const before = firstOf(all, key)
      if (before !== 'c') expect(firstOf(all.slice(0, 2), key)).to.equal(before)
    }
  })

  it('keeps equals together between those that the catalogue prefers more and less', () => {
    for (const key of KEYS.slice(0, 50)) {
      expect(order([at('a'), at('b', 1), at('c', 1), at('d')], key)).to.match(
        /^a:order (?:b:weight c:weight|c:weight b:weight) d:order$/,
      )
    }
  })
})

describe('the name of a deployment', () => {
  it('tells two models of one provider apart', () => {
    expect(deploymentName(at('a'))).to.not.equal(deploymentName({ ...at('a'), upstreamModel: 'n' }))
  })
})
