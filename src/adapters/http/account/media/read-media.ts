import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { FileFailure } from '../../../../application/media/find-file.ts'
import type { ReadMediaInput } from '../../../../application/media/read-media.ts'
import type { StoredFile } from '../../../../application/media/stored-file.ts'
import { nullish } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { FILE_STATUSES, fileResponse, fileRequestHeaders } from '../../sending/file-response.ts'
import { accountSurface } from '../surface.ts'

/**
 * The address is all that admits, so a page of any site may show the file to a person; a front end may be at another
 * site than the API. What browsers keep from other sites is what they would send a cookie for.
 */
const SHOWN_ANYWHERE = { 'cross-origin-resource-policy': 'cross-origin' } as const

/** The signature alone admits, so whatever is wrong looks like a file that is not there. */
export const readMediaEndpoint = (
  readMedia: (input: ReadMediaInput) => Promise<Either<FileFailure, StoredFile>>,
): Endpoint =>
  endpoint({
    id: 'readMedia',
    method: 'GET',
    path: '/v1/media/:message_id/:idx',
    surface: accountSurface,
    auth: 'none',
    group: 'Account',
    summary: 'Read a file by its signed address',
    params: t.type({ message_id: t.string, idx: t.string }),
    query: t.intersection([t.type({ exp: t.string, sig: t.string }), t.partial({ variant: nullish(t.string) })]),
    headers: fileRequestHeaders,
    success: { status: 200, description: 'The file.', body: '*/*', otherStatuses: FILE_STATUSES },
    failures: ['not_found'],
    handle: async ({ params, query, headers }) => {
      const file = await readMedia({
        id: params.message_id,
        idx: params.idx,
        exp: query.exp,
        variant: query.variant ?? 'full',
        signature: query.sig,
      })
      return isLeft(file) ? file : right(fileResponse(file.right, headers, SHOWN_ANYWHERE))
    },
  })
