import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Options } from '../../../src/adapters/media-store/s3-media-store.ts'

interface S3Process {
  readonly run: () => Promise<{ readonly port: number }>
  readonly close: () => Promise<void>
}

type S3Constructor = new (options: Readonly<Record<string, unknown>>) => S3Process

export interface S3Server {
  readonly options: S3Options
  readonly close: () => Promise<void>
}

/**
 * A server that speaks S3's protocol, on the loopback address, with one empty bucket. When strict it checks
 * signatures; it miscalculates that of a listing (the path's last slash), so suites that list are not strict.
 */
export const openS3Server = async (strict: boolean): Promise<S3Server> => {
  // The package has no declarations.
  const Server = createRequire(import.meta.url)('@20minutes/s3rver') as S3Constructor
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    allowMismatchedSignatures: !strict,
    directory,
    configureBuckets: [{ name: 'media-test' }],
  })
  const { port } = await server.run()
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'media-test',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
