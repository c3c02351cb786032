import { lookup } from 'node:dns/promises'
import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { guardedUrlFetcher } from '../../../src/adapters/url-fetcher/guarded-url-fetcher.ts'
import { nameResolver } from '../../../src/adapters/url-fetcher/name-resolver.ts'
import { eventually } from '../../support/eventually.ts'
import { openNameServer } from '../../support/servers/name-server.ts'

const V6 = '2606:4700:0:0:0:0:0:1111'
const SILENT = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`a${index}.silent.example.com`, null]))
/** Far longer than any test: only a cancel ends the questions. */
const NEVER_MS = 60_000

const codeOf = (thrown: unknown): unknown => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown)

describe('name resolver', () => {
  let server: Awaited<ReturnType<typeof openNameServer>>
  const running = new AbortController()

  before(async () => {
    server = await openNameServer({
      ...SILENT,
      'both.test': ['93.184.215.14', V6],
      'four.test': ['93.184.215.14', '93.184.215.15'],
      'six.test': [V6],
      'empty.test': [],
    })
  })
  after(async () => {
    running.abort()
    await server.close()
  })

  const countOf = (name: string): number => server.asked.filter((asked) => asked === name).length

  it('finds the addresses of both families, and of either alone', async () => {
    const resolve = nameResolver({ servers: [server.address] })
    const addressesOf = async (host: string) =>
      (await resolve(host, running.signal)).map(({ address, family }) => [address, family])
    const six = ['2606:4700::1111', 6]
    expect(await addressesOf('both.test')).to.deep.equal([['93.184.215.14', 4], six])
    expect(await addressesOf('four.test')).to.have.deep.members([
      ['93.184.215.14', 4],
      ['93.184.215.15', 4],
    ])
    expect(await addressesOf('six.test')).to.deep.equal([six])
  })

  it('rejects a name without an address, and one that does not exist', async () => {
    const resolve = nameResolver({ servers: [server.address] })
    const outcomeOf = (host: string) => resolve(host, running.signal).catch(codeOf)
    expect(await outcomeOf('empty.test')).to.equal('ENODATA')
    expect(await outcomeOf('nobody.test')).to.equal('ENOTFOUND')
  })

  it('gives up a silent nameserver by itself after the second question', async () => {
    const resolve = nameResolver({ servers: [server.address], timeoutMs: 250 })
    expect(await resolve('a0.silent.example.com', running.signal).catch(codeOf)).to.equal('ETIMEOUT')
    // The server may hear of the last question after it was given up.
    await eventually(() => countOf('a0.silent.example.com') >= 4)
    expect(countOf('a0.silent.example.com')).to.equal(4)
  })

  it('ends its questions when its signal does, and asks none for a signal that has ended', async () => {
    const resolve = nameResolver({ servers: [server.address], timeoutMs: NEVER_MS })
    const asking = new AbortController()
    const outcome = resolve('a1.silent.example.com', asking.signal).catch(codeOf)
    await eventually(() => countOf('a1.silent.example.com') === 2)
    asking.abort()
    expect(await outcome).to.equal('ECANCELLED')
    expect(await resolve('four.test', AbortSignal.abort()).catch(() => 'refused')).to.equal('refused')
  })

  it('resolves so many names at once and no more; the next waits for a place, and one beyond those is refused', async () => {
    const resolve = nameResolver({
      servers: [server.address],
      timeoutMs: NEVER_MS,
      maxConcurrent: 1,
      maxQueued: 1,
    })
    const first = new AbortController()
    const slow = resolve('a2.silent.example.com', first.signal).catch(codeOf)
    const waiting = resolve('four.test', running.signal)
    const refused = await resolve('both.test', running.signal).catch((thrown: unknown) => thrown)
    expect(refused).to.be.instanceOf(Error).with.property('message', 'Too many names are being resolved.')
    first.abort()
    expect(await slow).to.equal('ECANCELLED')
    expect(await waiting).to.have.length(2)
  })

  it('takes no thread of the process: another name is looked up while the fetcher waits for twenty silent ones', async () => {
    const resolve = nameResolver({ servers: [server.address], timeoutMs: NEVER_MS })
    const fetcher = guardedUrlFetcher({ resolve, totalTimeoutMs: NEVER_MS })
    const stop = new AbortController()
    const limits = { maxBytes: 1, accept: 'image', signal: stop.signal } as const
    const fetches = Object.keys(SILENT).map((name) => fetcher.fetch(`http://${name}/a.png`, limits))
    await eventually(() => countOf('a19.silent.example.com') === 2)
    expect((await lookup('127.0.0.1')).address).to.equal('127.0.0.1')
    expect((await lookup('localhost')).address).to.be.a('string')
    stop.abort()
    expect((await Promise.all(fetches)).every(isLeft)).to.equal(true)
  })
})
