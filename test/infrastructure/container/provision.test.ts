import 'reflect-metadata'
import { expect } from 'chai'
import { openContainer, provision, renewed, resource } from '../../../src/infrastructure/container/provision.ts'

const catalog = resource<string>('catalog')
const database = resource<string>('database')
const cache = provision('cache', (deps) => ({ of: deps.database }), { database })
const useCase = provision('useCase', (deps) => ({ sells: deps.catalog, through: deps.cache }), { catalog, cache })
const endpoint = provision('endpoint', (deps) => ({ calls: deps.useCase }), { useCase })

describe('A container with other values of some resources', () => {
  const base = openContainer({ catalog, database }, { catalog: 'old', database: 'one' })
  const next = renewed(base, { catalog }, { catalog: 'new' })

  it('makes anew what is made of them, however far away, and leaves the base as it was', () => {
    expect(next(endpoint).calls.sells).to.equal('new')
    expect(base(endpoint).calls.sells).to.equal('old')
    expect(next(catalog)).to.equal('new')
  })

  it('makes each thing once, and shares with the base what is not made of them', () => {
    expect(next(endpoint)).to.equal(next(endpoint))
    expect(next(useCase).through).to.equal(base(cache))
    expect(next(database)).to.equal('one')
  })

  it('can be made of the same base any number of times', () => {
    const third = renewed(base, { catalog }, { catalog: 'third' })
    expect(third(endpoint).calls).to.deep.equal({ sells: 'third', through: base(cache) })
  })
})
