import { expect } from 'chai'
import { s3MediaStore } from '../../../src/adapters/media-store/s3-media-store.ts'
import type { S3Options } from '../../../src/adapters/media-store/s3-media-store.ts'
import type { ContentAddress } from '../../../src/domain/media/asset.ts'
import { tryObjectStore } from '../../../src/infrastructure/resources/open-media.ts'
import { openS3Server } from '../../support/servers/s3-server.ts'
import type { S3Server } from '../../support/servers/s3-server.ts'

describe('the trial of an object store at the start', () => {
  let server: S3Server
  before(async () => {
    server = await openS3Server(true)
  })
  after(() => server.close())

  const startWith = async (over: Partial<S3Options>): Promise<readonly string[]> => {
    const warnings: string[] = []
    const store = s3MediaStore({ ...server.options, ...over })
    await tryObjectStore({ store: 's3' }, store, { warn: (text: string) => void warnings.push(text) })
    store.close()
    return warnings
  }

  it('warns of nothing where the store takes files, however many processes try at once, and leaves none', async () => {
    const puts: ContentAddress[] = []
    const store = s3MediaStore(server.options)
    const seen = {
      ...store,
      put: async (...sent: Parameters<typeof store.put>) => {
        const stored = await store.put(...sent)
        puts.push(stored.address)
        return stored
      },
    }
    const warnings: string[] = []
    const log = { warn: (text: string) => void warnings.push(text) }
    await Promise.all([1, 2, 3].map(() => tryObjectStore({ store: 's3' }, seen, log)))
    expect(warnings).to.deep.equal([])
    expect(puts).to.have.length(3)
    for (const address of puts) expect(await store.sizeOf(address)).to.equal(null)
    store.close()
  })

  for (const [title, over, variable] of [
    ['the secret is wrong', { secretAccessKey: 'hunter2' }, 'S3_SECRET_ACCESS_KEY'],
    ['the key is not known', { accessKeyId: 'nobody' }, 'S3_ACCESS_KEY_ID'],
    ['there is no such bucket', { bucket: 'nobodys' }, 'S3_BUCKET'],
  ] as const) {
    it(`warns in one sentence that names ${variable} where ${title}`, async () => {
      const warnings = await startWith(over)
      expect(warnings).to.have.length(1)
      expect(warnings[0]).to.match(new RegExp(`^images and videos cannot be stored now: .*: see ${variable}$`))
      expect(warnings[0]).not.to.contain('hunter2')
    })
  }
})
