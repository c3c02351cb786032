import { expect } from 'chai'
import { deploymentsToTry } from '../../../../src/application/gateway/routing/try-deployments.ts'
import type { Deployment } from '../../../../src/domain/catalog/model.ts'

describe('the deployments to try', () => {
  const deployments: readonly Deployment[] = ['a', 'b', 'c'].map((provider) => ({
    provider,
    upstreamModel: 'm',
    parameters: {},
  }))
  const tried = (open: string): string =>
    [...deploymentsToTry(deployments, ({ provider }) => !open.includes(provider))]
      .map(({ provider }) => provider)
      .join('')

  it('are in order, without those whose circuit is open, unless all are', () => {
    expect(tried('')).to.equal('abc')
    expect(tried('a')).to.equal('bc')
    expect(tried('ac')).to.equal('b')
    expect(tried('abc')).to.equal('abc')
  })

  it('are asked for admission only when their turn comes', () => {
    const asked: string[] = []
    for (const { provider } of deploymentsToTry(deployments, (deployment) => asked.push(deployment.provider) > 0)) {
      if (provider === 'b') break
    }
    expect(asked).to.deep.equal(['a', 'b'])
  })
})
