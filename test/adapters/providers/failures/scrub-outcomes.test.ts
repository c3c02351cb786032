import { expect } from 'chai'
import { isRight, left, right } from 'fp-ts/lib/Either.js'
import { scrubOutcomes } from '../../../../src/adapters/providers/failures/scrub-outcomes.ts'
import type { ProviderPorts } from '../../../../src/application/ports/providers/provider-ports.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { loggedProvider } from '../../../../src/infrastructure/observability/logged-provider.ts'
import { createLog } from '../../../../src/infrastructure/observability/logging.ts'
import { chatCall, streamOutcome } from '../../../support/chat/chat-calls.ts'

const SECRET = 'our-secret'
const scrub = (text: string): string => text.replaceAll(SECRET, '[redacted]')
const scrubbers = { shown: scrub, logged: (text: string): string => `logged: ${scrub(text)}` }

const logged = loggedProvider(createLog('silent', { write: () => undefined }))
const scrubbed = (ports: ProviderPorts): ProviderPorts => {
  const { jobs, failure } = scrubOutcomes(scrubbers)
  return logged(jobs(ports), failure)
}

const rejected: UpstreamFailure = {
  tag: 'rejected',
  param: `${SECRET} is no path`,
  code: 'rejected_by_upstream',
  message: `bad ${SECRET}`,
  upstreamRequestId: 'req-1',
  upstreamCode: `${SECRET} ${'x'.repeat(100)}`,
}

const fails = () => Promise.resolve(left(rejected))

const leaking: ProviderPorts = {
  chat: {
    ignoredFields: () => [],
    complete: fails,
    stream: async () =>
      right({
        upstreamRequestId: () => 'req-1',
        chunks: (async function* () {
          yield right([{ choices: [], usage: null }])
          yield left(rejected)
        })(),
      }),
  },
  image: { ignoredFields: () => [], generate: fails },
  speech: { synthesize: fails },
  video: {
    isLocal: false,
    submit: fails,
    poll: async () => right({ tag: 'failed', code: 'generation_failed', message: `bad ${SECRET}` }),
    download: fails,
  },
}

/** Whatever a port needs; these providers look at nothing. */
const anything = chatCall() as never

describe('a provider whose words are shown', () => {
  const { chat, image, speech, video } = scrubbed(leaking)

  it('tells nothing of ours at any of its ports', async () => {
    const outcomes = [
      await chat?.complete(chatCall()),
      await streamOutcome(chat ?? anything, chatCall()),
      await image?.generate(anything),
      await speech?.synthesize(anything),
      await video?.submit(anything),
      await video?.poll(anything),
      await video?.download(anything, ''),
    ]
    expect(outcomes.map((each) => JSON.stringify(each).includes('[redacted]'))).to.deep.equal(outcomes.map(() => true))
    expect(JSON.stringify(outcomes)).not.to.include(SECRET)
  })

  it('scrubs the failure with which a download breaks', async () => {
    const broken = async () =>
      right(
        (async function* () {
          yield right(new Uint8Array(1))
          yield left(rejected)
        })(),
      )
    const opened = await scrubbed({
      video: { isLocal: true, submit: fails, poll: fails, download: broken },
    }).video?.download(anything, '')
    const pieces: unknown[] = []
    if (opened?._tag === 'Right') for await (const piece of opened.right) pieces.push(piece)
    expect(pieces[0]).to.deep.equal(right(new Uint8Array(1)))
    expect(pieces[1]).to.have.nested.property('left.message', 'bad [redacted]')
  })

  it('keeps no code that no column takes, nor one that is cut amid a character, and shows sentences that all take', () => {
    const { failure } = scrubOutcomes(scrubbers)
    for (const upstreamCode of ['a\0', '\ud800', `${'x'.repeat(63)}\u{1f994}`]) {
      expect(failure({ ...rejected, upstreamCode }).upstreamCode).to.equal(null)
    }
    expect(failure({ ...rejected, upstreamCode: 'too_long' }).upstreamCode).to.equal('too_long')
    expect(failure({ ...rejected, message: 'no\0 \ud800' }).message).to.equal('no\uFFFD \uFFFD')
  })

  it('answers at once what its ports answer at once', () => {
    expect(scrubbed({ video: { isLocal: true, submit: fails, poll: fails, download: fails } }).video?.isLocal).to.equal(
      true,
    )
    const ignoring = { ignoredFields: () => ['seed'], generate: fails }
    expect(scrubbed({ image: ignoring }).image?.ignoredFields(anything)).to.deep.equal(['seed'])
  })

  it('reads the id of a streamed call when it is asked for, which may be after the first chunk', async () => {
    let upstreamRequestId: string | null = null
    const late: ProviderPorts = {
      chat: {
        ignoredFields: () => [],
        complete: fails,
        stream: async () =>
          right({
            upstreamRequestId: () => upstreamRequestId,
            chunks: (async function* () {
              upstreamRequestId = 'req-late'
              yield right([{ choices: [], usage: null }])
            })(),
          }),
      },
    }
    const opened = await scrubbed(late).chat?.stream(chatCall())
    if (opened?._tag !== 'Right') throw new Error('the stream did not open')
    expect(opened.right.upstreamRequestId()).to.equal(null)
    await opened.right.chunks[Symbol.asyncIterator]().next()
    expect(opened.right.upstreamRequestId()).to.equal('req-late')
  })

  it('keeps the code short, and no path that is none', async () => {
    const answer = await chat?.complete(chatCall())
    expect(answer).to.have.nested.property('left.param', null)
    expect(answer).to.have.nested.property('left.upstreamCode').with.length.at.most(64)
  })

  it('shows no path that holds a secret', async () => {
    const failing = (param: string): ProviderPorts => ({
      speech: { synthesize: async () => left({ ...rejected, param }) },
    })
    const paramOf = async (param: string) => scrubbed(failing(param)).speech?.synthesize(anything)
    expect(await paramOf(SECRET)).to.have.nested.property('left.param', null)
    expect(await paramOf(`messages.0.${SECRET}`)).to.have.nested.property('left.param', null)
    expect(await paramOf('messages.0.role')).to.have.nested.property('left.param', 'messages.0.role')
  })

  it('cuts keys out of the words that are logged alone', async () => {
    const tags = ['unreachable', 'server_error', 'timed_out', 'cut', 'bad_answer', 'misconfigured'] as const
    for (const tag of tags) {
      const failure: UpstreamFailure = { tag, message: `bad ${SECRET}`, upstreamRequestId: null }
      const failing: ProviderPorts = { speech: { synthesize: async () => left(failure) } }
      expect(await scrubbed(failing).speech?.synthesize(anything), tag).to.have.nested.property(
        'left.message',
        'logged: bad [redacted]',
      )
    }
  })

  it('stops the stream of the provider when its reader leaves', async () => {
    let isClosed = false
    const endless: ProviderPorts = {
      chat: {
        ignoredFields: () => [],
        complete: fails,
        stream: async () =>
          right({
            upstreamRequestId: () => null,
            chunks: (async function* () {
              try {
                for (;;) yield right([{ choices: [], usage: null }])
              } finally {
                isClosed = true
              }
            })(),
          }),
      },
    }
    const opened = await scrubbed(endless).chat?.stream(chatCall())
    if (opened?._tag === 'Right') for await (const chunks of opened.right.chunks) if (isRight(chunks)) break
    expect(isClosed).to.equal(true)
  })
})
