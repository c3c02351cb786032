import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { guardedUrlFetcher } from '../../../src/adapters/url-fetcher/guarded-url-fetcher.ts'
import type { GuardedUrlFetcherOptions } from '../../../src/adapters/url-fetcher/guarded-url-fetcher.ts'
import { eventually } from '../../support/eventually.ts'
import { openCanary } from '../../support/servers/canary-server.ts'
import type { CanaryServer } from '../../support/servers/canary-server.ts'
import { TINY_PNG } from '../../support/media/tiny-images.ts'
import { HOSTILE_URLS } from './hostile-urls.ts'

const IMAGE = { maxBytes: 1000, accept: 'image' } as const

const outcome = async (options: GuardedUrlFetcherOptions, url: string, limits: { maxBytes: number } = IMAGE) => {
  const result = await guardedUrlFetcher(options).fetch(url, { accept: 'image', maxBytes: limits.maxBytes })
  return isLeft(result) ? result.left.tag : result.right.mimeType
}

describe('guarded URL fetcher: hostile addresses', () => {
  let canary: CanaryServer
  /** The canary's port counts as an ordinary one, so that only the rules about hosts can refuse. */
  let options: GuardedUrlFetcherOptions

  before(async () => {
    canary = await openCanary((_request, response) => void response.end(TINY_PNG))
    options = { ports: [80, 443, canary.port], resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]) }
  })
  after(() => canary.close())

  it('knows at least 60 of them', () => {
    expect(new Set(HOSTILE_URLS).size).to.equal(HOSTILE_URLS.length).and.at.least(60)
  })

  for (const url of HOSTILE_URLS) {
    it(`refuses ${JSON.stringify(url)} without connecting`, async () => {
      const before = canary.connectionCount()
      expect(await outcome(options, url.replace('{port}', String(canary.port)))).to.equal('unsafe_url')
      expect(canary.connectionCount()).to.equal(before)
    })
  }

  it('reaches the canary by many of them when the rules are off', async () => {
    const open = { ...options, isExempt: () => true }
    const reached = new Set<string>()
    const tryAll = async (): Promise<void> => {
      for (const url of HOSTILE_URLS.filter((text) => text.includes('{port}') && !reached.has(text))) {
        const before = canary.connectionCount()
        await outcome({ ...open, totalTimeoutMs: 100 }, url.replace('{port}', String(canary.port)))
        if (canary.connectionCount() > before) reached.add(url)
      }
    }
    const some = ['http://127.1:{port}/', 'http://0x7f.1:{port}/', 'http://localhost:{port}/']
    // Some lead where no answer comes from, so that each gets a short time, and on a busy machine several of them.
    await eventually(async () => {
      await tryAll()
      return reached.size >= 20 && some.every((url) => reached.has(url))
    })
  })
})

describe('guarded URL fetcher: names', () => {
  let canary: CanaryServer
  const resolving = (...answers: readonly (readonly string[])[]): GuardedUrlFetcherOptions => {
    let turn = 0
    return {
      ports: [canary.port],
      resolve: () => {
        const addresses = answers[Math.min(turn, answers.length - 1)] ?? []
        turn += 1
        return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
      },
    }
  }

  before(async () => {
    canary = await openCanary((_request, response) => void response.end(TINY_PNG))
  })
  after(() => canary.close())

  for (const answer of [
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['fe80::1%eth0'],
    ['100.64.9.9'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::1'],
    ['93.184.215.14', '127.0.0.1'],
    ['127.0.0.1', '93.184.215.14'],
    ['2606:4700::1111', '::1'],
  ]) {
    it(`refuses a name that leads to ${answer.join(' and ')}`, async () => {
      const url = `http://127.0.0.1.nip.io:${canary.port}/`
      expect(await outcome(resolving(answer), url)).to.equal('unsafe_url')
      expect(canary.connectionCount()).to.equal(0)
    })
  }

  it('resolves a name once, and connects to an address that it judged', async () => {
    let asked = 0
    const options: GuardedUrlFetcherOptions = {
      isExempt: (host, port) => host === '127.0.0.1' && port === canary.port,
      ports: [canary.port],
      resolve: () => {
        asked += 1
        return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
      },
    }
    expect(await outcome(options, `http://rebinding.example.com:${canary.port}/`)).to.equal('image/png')
    expect(asked).to.equal(1)
    expect(canary.requests.at(-1)?.headers.host).to.equal(`rebinding.example.com:${canary.port}`)
  })

  it('cannot fetch from a name without addresses, or whose resolver is silent', async () => {
    const url = `http://nobody.example.com:${canary.port}/`
    expect(await outcome(resolving([]), url)).to.equal('url_not_fetchable')
    const silent = { ports: [canary.port], resolve: () => new Promise<never>(() => undefined), totalTimeoutMs: 50 }
    expect(await outcome(silent, url)).to.equal('url_not_fetchable')
  })
})

describe('guarded URL fetcher: redirects', () => {
  let canary: CanaryServer
  let server: CanaryServer
  let options: GuardedUrlFetcherOptions
  const at = (path: string): string => `http://127.0.0.1:${server.port}${path}`

  before(async () => {
    canary = await openCanary((_request, response) => void response.end(TINY_PNG))
    server = await openCanary((request, response) => {
      const url = new URL(request.url ?? '', 'http://x')
      const target = url.searchParams.get('to')
      const left = Number(url.searchParams.get('left'))
      if (target !== null) response.writeHead(Number(url.searchParams.get('status') ?? 302), { location: target })
      else if (left > 0) response.writeHead(307, { location: `/chain?left=${left - 1}`, 'set-cookie': 'a=b' })
      response.end(TINY_PNG)
    })
    options = {
      ports: [80, 443, canary.port],
      isExempt: (host, port) => port === server.port && (host === '127.0.0.1' || host === 'images.example.com'),
      resolve: (host) =>
        Promise.resolve([{ address: host === 'images.example.com' ? '127.0.0.1' : '10.0.0.7', family: 4 }]),
    }
  })
  after(async () => {
    await Promise.all([canary.close(), server.close()])
  })

  it('follows three and no more, and sends no cookie', async () => {
    expect(await outcome(options, at('/chain?left=3'))).to.equal('image/png')
    expect(
      server.requests.every(({ headers }) => headers.cookie === undefined && headers.referer === undefined),
    ).to.equal(true)
    expect(await outcome(options, at('/chain?left=4'))).to.equal('url_not_fetchable')
  })

  for (const status of [301, 302, 303, 307, 308]) {
    it(`judges the target of a ${status}`, async () => {
      for (const target of [
        `http://127.0.0.1:${canary.port}/`,
        `http://[::ffff:127.0.0.1]:${canary.port}/`,
        `//localhost:${canary.port}/`,
        `http://inside.example.com:${canary.port}/`,
        'http://169.254.169.254/latest/meta-data/',
        'file:///etc/passwd',
        `http://u:p@images.example.com:${server.port}/`,
      ]) {
        const url = at(`/?status=${status}&to=${encodeURIComponent(target)}`)
        expect(await outcome(options, url), target).to.equal('unsafe_url')
      }
      expect(canary.connectionCount()).to.equal(0)
    })
  }

  it('judges the second redirect like the first', async () => {
    const inner = `/?to=${encodeURIComponent(`http://127.0.0.1:${canary.port}/`)}`
    expect(await outcome(options, at(`/?to=${encodeURIComponent(inner)}`))).to.equal('unsafe_url')
    expect(canary.connectionCount()).to.equal(0)
  })

  it('does not return the body of a redirect, or of a redirect without a target, as the file', async () => {
    expect(await outcome(options, at('/?to='))).to.equal('url_not_fetchable')
    expect(await outcome(options, at(`/?status=300&to=${encodeURIComponent('/')}`))).to.equal('url_not_fetchable')
  })
})

describe('guarded URL fetcher: bodies', () => {
  const serve = async (answer: RequestListener, limits?: { maxBytes: number }, totalTimeoutMs = 60_000) => {
    const server = await openCanary(answer)
    const isExempt = (_host: string, port: number): boolean => port === server.port
    try {
      return await outcome({ isExempt, totalTimeoutMs }, `http://127.0.0.1:${server.port}/`, limits)
    } finally {
      await server.close()
    }
  }

  it('decodes a compressed body although it asked for none', async () => {
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(TINY_PNG)],
      ['br', brotliCompressSync(TINY_PNG)],
    ] as const) {
      const answer: RequestListener = (_request, response) => {
        response.setHeader('content-encoding', encoding)
        response.end(bytes)
      }
      expect(await serve(answer)).to.equal('image/png')
    }
  })

  it('stops a compressed bomb at the limit of the decoded body', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    expect(bomb.length).to.be.below(100_000)
    const answer: RequestListener = (_request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(bomb)
    }
    expect(await serve(answer, { maxBytes: 1_000_000 })).to.equal('payload_too_large')
  })

  it('stops a compressed body at the limit of what is sent, also where nothing comes out of it', async () => {
    const emptyBlocks = Buffer.alloc(50_000, Buffer.from([0, 0, 0, 0xff, 0xff]))
    let sent = 0
    const blocks = async function* () {
      yield gzipSync('').subarray(0, 10)
      for (; sent < 100_000_000; sent += emptyBlocks.length) yield emptyBlocks
    }
    const answer: RequestListener = (_request, response) => {
      response.setHeader('content-encoding', 'gzip')
      pipeline(Readable.from(blocks()), response, () => undefined)
    }
    expect(await serve(answer, { maxBytes: 1_000_000 })).to.equal('payload_too_large')
    expect(sent).to.be.below(50_000_000)
  })

  it('refuses unknown and stacked encodings, and broken ones', async () => {
    for (const encoding of ['zstd-from-hell', 'gzip, gzip', 'gzip']) {
      const answer: RequestListener = (_request, response) => {
        response.setHeader('content-encoding', encoding)
        response.end(TINY_PNG)
      }
      expect(await serve(answer), encoding).to.equal('url_not_fetchable')
    }
  })

  it('stops an endless body of unknown length, and closes the connection', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    const answer: RequestListener = (_request, response) => {
      closed = once(response, 'close')
      const push = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000))) undefined
      }
      response.on('drain', push)
      push()
    }
    expect(await serve(answer)).to.equal('payload_too_large')
    await closed
  })

  it('stops a server that sends informational answers without end', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1_000)
    const answer: RequestListener = ({ socket }) => {
      const write = (): void => {
        while (!socket.destroyed && socket.write(hints));
      }
      socket.on('drain', write)
      write()
    }
    // Long before the time of a fetch has passed, which the test would not wait for.
    expect(await serve(answer)).to.equal('url_not_fetchable')
  })

  it('stops when a body comes too slowly, and when the headers never come', async () => {
    expect(await serve((_request, response) => void response.write('\x89PNG'), IMAGE, 100)).to.equal(
      'url_not_fetchable',
    )
    expect(await serve(() => undefined, IMAGE, 100)).to.equal('url_not_fetchable')
  })

  it('does not return a cut body as the file', async () => {
    const answer: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': TINY_PNG.length + 10 })
      response.write(TINY_PNG, () => response.destroy())
    }
    expect(await serve(answer)).to.equal('url_not_fetchable')
  })

  it('stops when the caller does', async () => {
    const server = await openCanary(() => undefined)
    const isExempt = (_host: string, port: number): boolean => port === server.port
    const result = await guardedUrlFetcher({ isExempt }).fetch(`http://127.0.0.1:${server.port}/`, {
      ...IMAGE,
      signal: AbortSignal.abort(),
    })
    expect(isLeft(result) && result.left.tag).to.equal('url_not_fetchable')
    await server.close()
  })
})
