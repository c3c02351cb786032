import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { scrubbedVendor } from '../../../../src/adapters/providers/failures/scrubbed-vendor.ts'
import type { Vendor } from '../../../../src/adapters/providers/vendor.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { chatCall, streamOutcome } from '../../../support/chat-calls.ts'

const SECRET = 'our-secret'
const scrub = (text: string): string => text.replaceAll(SECRET, '[redacted]')
const scrubbers = { shown: scrub, logged: (text: string): string => `logged: ${scrub(text)}` }

const rejected: UpstreamFailure = {
  tag: 'rejected',
  param: `${SECRET} is no path`,
  code: 'rejected_by_upstream',
  message: `bad ${SECRET}`,
  upstreamRequestId: 'req-1',
  upstreamCode: `${SECRET} ${'x'.repeat(100)}`,
}

const fails = () => Promise.resolve(left(rejected))

const leaking: Vendor = {
  chat: {
    ignores: () => [],
    complete: fails,
    stream: async () =>
      right({
        upstreamRequestId: 'req-1',
        chunks: (async function* () {
          yield right([{ choices: [], usage: null }])
          yield left(rejected)
        })(),
      }),
  },
  images: { ignores: () => [], draw: fails },
  speech: { speak: fails },
  videos: {
    asksNobody: false,
    submit: fails,
    poll: async () => right({ tag: 'failed', code: 'generation_failed', message: `bad ${SECRET}` }),
    download: fails,
  },
}

/** Whatever a port needs; these vendors look at nothing. */
const anything = { request: { model: 'own/model' } } as never

describe('a vendor whose words are shown', () => {
  const { chat, images, speech, videos } = scrubbedVendor(leaking, scrubbers)

  it('tells nothing of ours at any of its ports', async () => {
    const told = [
      await chat?.complete(chatCall()),
      await streamOutcome(chat ?? anything, chatCall()),
      await images?.draw(anything),
      await speech?.speak(anything),
      await videos?.submit(anything),
      await videos?.poll(anything),
      await videos?.download(anything, ''),
    ]
    expect(told.map((each) => JSON.stringify(each).includes('[redacted]'))).to.deep.equal(told.map(() => true))
    expect(JSON.stringify(told)).not.to.include(SECRET)
  })

  it('keeps the code short, and no path that is none', async () => {
    const answer = await chat?.complete(chatCall())
    expect(answer).to.have.nested.property('left.param', null)
    expect(answer).to.have.nested.property('left.upstreamCode').with.length.at.most(64)
  })

  it('shows no path that holds a secret', async () => {
    const failing = (param: string): Vendor => ({ speech: { speak: async () => left({ ...rejected, param }) } })
    const paramOf = async (param: string) => scrubbedVendor(failing(param), scrubbers).speech?.speak(anything)
    expect(await paramOf(SECRET)).to.have.nested.property('left.param', null)
    expect(await paramOf(`messages.0.${SECRET}`)).to.have.nested.property('left.param', null)
    expect(await paramOf('messages.0.role')).to.have.nested.property('left.param', 'messages.0.role')
  })

  it('cuts keys out of the words that are logged alone', async () => {
    const tags = ['unreachable', 'server_error', 'timed_out', 'cut', 'bad_answer', 'misconfigured'] as const
    for (const tag of tags) {
      const failure: UpstreamFailure = { tag, message: `bad ${SECRET}`, upstreamRequestId: null }
      const failing: Vendor = { speech: { speak: async () => left(failure) } }
      expect(await scrubbedVendor(failing, scrubbers).speech?.speak(anything), tag).to.have.nested.property(
        'left.message',
        'logged: bad [redacted]',
      )
    }
  })

  it('stops the stream of the vendor when its reader leaves', async () => {
    let isClosed = false
    const endless: Vendor = {
      chat: {
        ignores: () => [],
        complete: fails,
        stream: async () =>
          right({
            upstreamRequestId: null,
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
    const opened = await scrubbedVendor(endless, scrubbers).chat?.stream(chatCall())
    if (opened?._tag === 'Right') for await (const chunks of opened.right.chunks) if (chunks._tag === 'Right') break
    expect(isClosed).to.equal(true)
  })
})
