import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { apiTypes } from '../../../console/build/api-types.ts'
import type { ApiDocument } from '../../../console/build/api-types.ts'
import { openServedDocument } from '../../support/documents/served-document.ts'

/** Without what a formatter may change. */
const unformatted = (text: string): string => text.replaceAll(/[\s"'|;()]/g, '')

describe('The types of the API in the console', () => {
  it('are those that the API document says (else run `npm run console:types`)', async () => {
    const service = await openServedDocument()
    const document = (await (await fetch(`${service.app.url}/v1/openapi.json`)).json()) as ApiDocument
    await service.close()
    const written = await readFile(new URL('../../../console/api/api-types.ts', import.meta.url), 'utf8')
    expect(unformatted(written)).to.equal(unformatted(apiTypes(document)))
  })
})
