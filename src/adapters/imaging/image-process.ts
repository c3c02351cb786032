import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import { convertImage, type ImageJob } from './convert-image.ts'

/**
 * The program of a process that converts one image at a time. It has a pool of threads of its own, so that passwords,
 * files and names, which wait for the pool of the server, never wait behind a picture; and it gives way to the server
 * where processors are short.
 */
const serve = (send: (message: unknown) => boolean): void => {
  sharp.cache(false)
  sharp.concurrency(1)
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  // A terminal sends its signals to all processes of a group; this one ends with the server that started it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  process.on('message', (job: ImageJob) => {
    void convertImage(job).then(send)
  })
  send('ready')
}

if (process.send !== undefined) serve(process.send.bind(process))
