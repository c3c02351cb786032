import got, { RequestError } from 'got'
import type { Got } from 'got'

/** An answer of an identity provider or a payment provider is a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024

/**
 * Calls to the services beside the providers of models: one attempt, no redirect, every status an answer, and an
 * answer that is broken off at the bound. A packed answer is refused and not unpacked: none is asked for, and a small
 * one could become hundreds of megabytes. What fails is a `RequestError`.
 */
export const boundedGot: Got = got.extend({
  decompress: false,
  headers: { 'accept-encoding': 'identity' },
  followRedirect: false,
  throwHttpErrors: false,
  retry: { limit: 0 },
  handlers: [
    async (options, next) => {
      const breaker = new AbortController()
      options.signal = options.signal === undefined ? breaker.signal : AbortSignal.any([options.signal, breaker.signal])
      const asked = next(options)
      if (!(asked instanceof Promise)) throw new Error('a stream would have no bound')
      // Emitted once with the announced length, and then for the bytes as they arrive.
      void asked.on('downloadProgress', ({ total = 0, transferred }) => {
        if (Math.max(total, transferred) > MAX_ANSWER_BYTES) breaker.abort()
      })
      try {
        return await asked
      } catch (error) {
        const cause = { code: 'ERR_ANSWER_TOO_LARGE' }
        throw breaker.signal.aborted ? new RequestError('The answer is larger than it may be.', cause, options) : error
      }
    },
  ],
  hooks: {
    afterResponse: [
      (answer) => {
        // The library leaves packed bytes as they are, where its types promise text.
        if (typeof answer.body === 'string') return answer
        throw new RequestError('The answer is packed.', { code: 'ERR_ANSWER_PACKED' }, answer.request)
      },
    ],
  },
})
