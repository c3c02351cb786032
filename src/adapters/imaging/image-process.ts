import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { convertImage } from './convert-image.ts'
import type { ImageJob } from './convert-image.ts'

/**
 * The program of a process that converts one image at a time. It has its own pool of threads, so that passwords, files
 * and names, which use the pool of the server, never wait for an image. Its priority is lower than the server's.
 */
const serve = (send: (message: unknown) => boolean): void => {
  sharp.cache(false)
  sharp.concurrency(1)
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  // A terminal sends its signals to all processes of a group. This process ends when its server ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  process.on('message', (job: ImageJob) => {
    void convertImage(job).then(send)
  })
  send('ready')
}

if (process.send !== undefined) serve(process.send.bind(process))
