import { AsyncLocalStorage } from 'node:async_hooks'
import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { intercepted, observed, timed } from '../../../src/infrastructure/observability/observed-port.ts'

type Piece = Either<'cut', string>

interface Port {
  readonly name: string
  /** Answers at once, so it is no call that is observed. */
  readonly size: () => number
  readonly plain: (text: string) => Promise<string>
  readonly ask: (text: string) => Promise<Either<'refused', string>>
  readonly open: (
    pieces: readonly Piece[],
  ) => Promise<Either<'refused', { id: () => string; chunks: AsyncIterable<Piece> }>>
  readonly list: (items: readonly string[]) => Promise<AsyncIterable<string>>
  readonly breaks: () => Promise<Either<'refused', null>>
}

const setUp = () => {
  const clock = { nowMs: 0 }
  const passing = async function* <A>(items: readonly A[]) {
    for (const item of items) {
      clock.nowMs += 10
      yield await Promise.resolve(item)
    }
    clock.nowMs += 5
  }
  let id = 'not known yet'
  const port: Port = {
    name: 'port',
    size: () => 3,
    plain: async (text) => {
      clock.nowMs += 7
      return text
    },
    ask: async (text) => {
      clock.nowMs += 7
      return text === 'good' ? right(text) : left('refused')
    },
    open: async (pieces) => {
      clock.nowMs += 7
      const chunks = passing(pieces)
      const opened = {
        id: () => id,
        chunks,
      }
      id = 'known'
      return right(opened)
    },
    list: async (items) => passing(items),
    breaks: async () => {
      clock.nowMs += 7
      throw new Error('broken')
    },
  }
  return { port, clock }
}

const allOf = async <A>(stream: AsyncIterable<A>): Promise<readonly A[]> => {
  const all: A[] = []
  for await (const item of stream) all.push(item)
  return all
}

const opened = async (port: Port, pieces: readonly Piece[]) => {
  const answer = await port.open(pieces)
  if (!isRight(answer)) throw new Error(answer.left)
  return answer.right
}

describe('a port whose outcomes are intercepted', () => {
  const observe = () => {
    const { port } = setUp()
    const reports: unknown[] = []
    const report: Parameters<typeof intercepted<Port>>[1] = (outcome, { method, input }) => {
      reports.push([method, input[0], outcome])
      return outcome
    }
    return { reports, port: intercepted(port, report) }
  }

  it('answers as the port does, and reports each outcome once', async () => {
    const { port, reports } = observe()
    expect([port.name, port.size(), await port.plain('text')]).to.deep.equal(['port', 3, 'text'])
    expect(await port.ask('good')).to.deep.equal(right('good'))
    expect(await port.ask('bad')).to.deep.equal(left('refused'))
    expect(reports).to.deep.equal([
      ['plain', 'text', right('text')],
      ['ask', 'good', right('good')],
      ['ask', 'bad', left('refused')],
    ])
  })

  it('reports the failure with which a stream breaks', async () => {
    const { port, reports } = observe()
    const pieces: readonly Piece[] = [right('a'), left('cut')]
    const stream = await opened(port, pieces)
    expect(stream.id()).to.equal('known')
    // V8 gives whatever is a prototype a hidden class of its own, which would keep the stream until the whole heap is
    // marked.
    expect(Object.getPrototypeOf(stream)).to.equal(Object.prototype)
    expect(await allOf(stream.chunks)).to.deep.equal(pieces)
    expect(reports.slice(1)).to.deep.equal([['open', pieces, left('cut')]])
  })

  it('gives its caller what the interceptor returns, also for the failure with which a stream breaks', async () => {
    const port = intercepted(setUp().port, (outcome) => (isRight(outcome) ? outcome : left('refused')))
    expect(await port.ask('bad')).to.deep.equal(left('refused'))
    const { chunks } = await opened(port, [right('a'), left('cut')])
    expect(await allOf(chunks)).to.deep.equal([right('a'), left('refused')])
    const answered = intercepted(setUp().port, (outcome) => (isRight(outcome) ? right('another') : outcome))
    expect(await answered.ask('good')).to.deep.equal(right('another'))
  })
})

describe('a port whose calls are timed', () => {
  const observe = () => {
    const { port, clock } = setUp()
    const reports: unknown[] = []
    const report: Parameters<typeof timed<Port>>[1] = ({ call: { method }, failure, firstMs, wholeMs }) =>
      reports.push({ method, failure, firstMs, wholeMs })
    return { reports, port: timed(port, report, () => clock.nowMs) }
  }

  it('reports how long an answer took, and with what it failed', async () => {
    const { port, reports } = observe()
    await port.ask('good')
    await port.ask('bad')
    const broken = await port.breaks().catch((error: unknown) => error)
    expect(broken).to.have.property('message', 'broken')
    expect(reports).to.deep.equal([
      { method: 'ask', failure: null, firstMs: null, wholeMs: 7 },
      { method: 'ask', failure: 'refused', firstMs: null, wholeMs: 7 },
      { method: 'breaks', failure: 'threw', firstMs: null, wholeMs: 7 },
    ])
  })

  it('reports of a stream the time to its first element and to its end', async () => {
    const { port, reports } = observe()
    const { chunks } = await opened(port, [right('a'), right('b')])
    expect(reports).to.deep.equal([])
    await allOf(chunks)
    await allOf(await port.list(['x']))
    expect(reports).to.deep.equal([
      { method: 'open', failure: null, firstMs: 17, wholeMs: 32 },
      { method: 'list', failure: null, firstMs: 10, wholeMs: 15 },
    ])
  })

  it('reports a stream once when its reader stops, and one that breaks with its failure', async () => {
    const { port, reports } = observe()
    const stopped = await opened(port, [right('a'), right('b')])
    for await (const piece of stopped.chunks) if (isRight(piece)) break
    await allOf((await opened(port, [left('cut')])).chunks)
    expect(reports).to.deep.equal([
      { method: 'open', failure: null, firstMs: 17, wholeMs: 17 },
      { method: 'open', failure: 'cut', firstMs: 17, wholeMs: 22 },
    ])
  })
})

describe('a port that is observed at some of its calls', () => {
  it('answers what it is without an observer at the others', async () => {
    const { port } = setUp()
    const stream = port.list(['x'])
    const partly = observed<Pick<Port, 'list'>>({ list: () => stream }, () => null)
    expect(partly.list([])).to.equal(stream)
    await allOf(await stream)
  })
})

describe('a port that is observed twice', () => {
  const seeing = (name: string, seen: string[]) => ({
    answered: (outcome: Either<unknown, unknown>) => {
      seen.push(`${name} answered ${String(isRight(outcome) ? outcome.right : outcome.left)}`)
      return isRight(outcome) ? right(`${String(outcome.right)}, ${name}`) : outcome
    },
    asked: () => void seen.push(`${name} asked`),
    element: (element: Either<unknown, unknown>) => element,
    ended: () => void seen.push(`${name} ended`),
    threw: () => void seen.push(`${name} threw`),
  })

  it('shows each call to both, and what the inner one returns to the outer one', async () => {
    const seen: string[] = []
    const { port } = setUp()
    const twice = observed(
      observed(port, () => seeing('inner', seen)),
      () => seeing('outer', seen),
    )
    expect(await twice.ask('good')).to.deep.equal(right('good, inner, outer'))
    expect(await twice.breaks().catch(() => 'thrown')).to.equal('thrown')
    expect(seen).to.deep.equal([
      'inner answered good',
      'outer answered good, inner',
      'inner ended',
      'outer ended',
      'inner threw',
      'outer threw',
    ])
  })

  it('lets each of them run the call, the outer one first', async () => {
    const { port } = setUp()
    const runs: string[] = []
    const running = (name: string) => () => ({
      ...seeing(name, []),
      call: (method: () => unknown) => {
        runs.push(name)
        return method()
      },
    })
    await observed(observed(port, running('inner')), running('outer')).plain('x')
    expect(runs).to.deep.equal(['outer', 'inner'])
  })

  it('shows its answer to each of them in the scope that one of them opened around the call', async () => {
    const scope = new AsyncLocalStorage<string>()
    const scopes: (string | undefined)[] = []
    const noting = (name: string) => ({
      ...seeing(name, []),
      answered: (outcome: Either<unknown, unknown>) => {
        scopes.push(scope.getStore())
        return outcome
      },
    })
    const { port } = setUp()
    const logged = observed(port, () => noting('log'))
    const traced = observed(logged, () => ({
      ...noting('trace'),
      call: (method: () => unknown) => scope.run('span', method),
    }))
    await scope.run('request', () => traced.plain('x'))
    expect(scopes).to.deep.equal(['span', 'span'])
  })

  it('waits for its answer no longer than a port that is observed once', async () => {
    const turnsOf = async (asked: Promise<unknown>): Promise<number> => {
      let [turns, isDone] = [0, false]
      void asked.then(() => (isDone = true))
      for (; !isDone; turns += 1) await Promise.resolve()
      return turns
    }
    const { port } = setUp()
    const once = observed(port, () => seeing('inner', []))
    const twice = observed(once, () => seeing('outer', []))
    expect(await turnsOf(twice.plain('x'))).to.equal(await turnsOf(once.plain('x')))
  })
})
