import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { answeredWithin } from '../../../src/adapters/limits/answered-within.ts'

/** Answers a message, and then wakes the thread that asked. */
const ANSWERER = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', (flag) => {
    parentPort.postMessage('answered')
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
  })
  parentPort.postMessage('ready')
`

describe('answeredWithin', () => {
  it('takes an answer that has arrived while this thread was held up, although its timer is long due', async () => {
    const worker = new Worker(ANSWERER, { eval: true })
    try {
      await once(worker, 'message')
      // From here the event loop goes to its timers before it reads anything.
      await setImmediate()
      const flag = new Int32Array(new SharedArrayBuffer(8))
      const answer = answeredWithin(once(worker, 'message'), 1)
      worker.postMessage(flag)
      Atomics.wait(flag, 0, 0)
      // Nothing wakes this one: the timer is due when the thread goes on.
      Atomics.wait(flag, 1, 0, 20)
      expect(await answer).to.deep.equal(['answered'])
    } finally {
      await worker.terminate()
    }
  })

  it('fails where no answer comes, and as the answer does where that fails', async () => {
    const outcome = (answer: Promise<unknown>): Promise<unknown> => answeredWithin(answer, 5).catch(String)
    expect(await outcome(new Promise(() => undefined))).to.equal('Error: no answer within 5 ms')
    expect(await outcome(Promise.reject(new Error('gone')))).to.equal('Error: gone')
  })
})
