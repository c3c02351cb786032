import { expect } from 'chai'
import {
  describeField,
  DESCRIPTION_TABLES,
} from '../../../../../src/adapters/http/openapi/descriptions/descriptions.ts'
import { ERROR_FIELDS } from '../../../../../src/adapters/http/openapi/descriptions/error-fields.ts'
import { PAGE_FIELDS } from '../../../../../src/adapters/http/openapi/descriptions/page-fields.ts'
import { documentedFields } from '../../../../support/documents/described-fields.ts'
import type { DocumentedField } from '../../../../support/documents/described-fields.ts'
import type { CheckedDocument } from '../../../../support/documents/openapi-check.ts'
import { openServedDocument } from '../../../../support/documents/served-document.ts'
import type { ServedDocument } from '../../../../support/documents/served-document.ts'

const NAMES = DESCRIPTION_TABLES.flatMap((table) => Object.keys(table))

describe('descriptions of fields', () => {
  let service: ServedDocument
  let fields: readonly DocumentedField[]

  before(async () => {
    service = await openServedDocument()
    const response = await fetch(`${service.app.url}/v1/openapi.json`)
    fields = documentedFields((await response.json()) as CheckedDocument)
  })
  after(() => service.close())

  it('are there for every field, parameter and header of the document', () => {
    const silent = fields.filter(({ description }) => description === null).map(({ path }) => path)
    expect(fields.length).to.be.above(3000)
    expect([...new Set(silent)]).to.deep.equal([])
  })

  it('are sentences', () => {
    const broken = fields.filter(({ description }) => description !== null && !/[.!?)`]$/.test(description))
    expect([...new Set(broken.map(({ path, description }) => `${path}: ${description}`))]).to.deep.equal([])
  })

  it('explain only fields that the document has', () => {
    const paths = [...new Set(fields.map(({ path }) => `.${path}`))]
    const idle = NAMES.filter((row) => !paths.some((path) => path.endsWith(`.${row}`)))
    expect(idle).to.deep.equal([])
  })

  it('stand in one table each', () => {
    expect(NAMES.filter((name, at) => NAMES.indexOf(name) !== at)).to.deep.equal([])
  })

  it('follow the row of the nearest name, and never replace what a codec says itself', () => {
    const text = { type: 'string' }
    expect(describeField(text, ['error', 'type'])).to.include({ description: ERROR_FIELDS['error.type'] })
    expect(describeField(text, ['Anything', 'type'])).to.include({ description: PAGE_FIELDS['type'] })
    expect(describeField({ ...text, description: 'Own.' }, ['error', 'type'])).to.include({ description: 'Own.' })
    expect(describeField(text, ['Anything', 'nameless'])).not.to.have.property('description')
  })
})
