import { curlSample, jsonSample } from './code-sample.ts'
import { html, formatInlineCode } from './html.ts'
import type { Html } from './html.ts'
import { methodBadge } from './menu.ts'
import type { Operation, ParsedDocument } from './parse-document.ts'
import { fieldRow, schemaFields } from './schema-fields.ts'

const authText = ({ security }: Operation): Html => {
  const scheme = security.flatMap((each) => Object.keys(each))[0]
  if (scheme === undefined) return html`No authentication.`
  return scheme === 'apiKey' ? html`Authenticate with an API key.` : html`Authenticate with an access token.`
}

const parameters = ({ parameters: list }: Operation): Html | '' =>
  list.length === 0
    ? ''
    : html`<h4>Parameters</h4>
        <ul class="fields">
          ${list.map((each) => fieldRow(each.name, each.schema, each.required, '', each.in))}
        </ul>`

const requestBody = ({ requestBody: body, otherBodies }: Operation, document: ParsedDocument): Html | '' => {
  if (body === undefined) return ''
  const forms = otherBodies.map(
    ({ mediaType, schema }) =>
      html`<details>
        <summary>The same as <code>${mediaType}</code></summary>
        ${schemaFields(schema, document.schemas)}
      </details>`,
  )
  return html`<h4>Body</h4>
    ${schemaFields(body.schema, document.schemas)}${forms}`
}

const hasFields = ({ schema }: Operation['success']['content'][number]): boolean =>
  ['properties', '$ref', 'items'].some((word) => schema[word] !== undefined)

const successBody = (operation: Operation, document: ParsedDocument): Html => {
  const { status, description, content } = operation.success
  const bodies = content.map((body) => {
    const note = body.schema['description']
    return hasFields(body)
      ? html`<details>
          <summary>Show fields</summary>
          ${schemaFields(body.schema, document.schemas)}
        </details>`
      : html`<p><code>${body.mediaType}</code> ${formatInlineCode(typeof note === 'string' ? note : '')}</p>`
  })
  return html`<h4>Answer</h4>
    <p><span class="status ok">${status}</span> ${formatInlineCode(description)}</p>
    ${bodies}`
}

const failures = ({ failures: list }: Operation): Html =>
  html`<details class="errors">
    <summary>Errors</summary>
    <ul class="fields">
      ${list.map(
        ({ status, description }) =>
          html`<li><span class="status">${status}</span> ${formatInlineCode(description)}</li>`,
      )}
    </ul>
  </details>`

const samples = (operation: Operation, baseUrl: string): Html => {
  const answer = operation.success.content.find(({ example }) => example !== undefined)
  return html`<div class="samples">
    <p class="caption">Request</p>
    ${curlSample(operation, baseUrl)}${
      answer === undefined
        ? ''
        : html`<p class="caption">Answer</p>
            ${jsonSample(answer.example)}`
    }
  </div>`
}

/** One operation: its request and answers in the first column, a call and its answer in the second. */
export const operationSection = (operation: Operation, document: ParsedDocument, baseUrl: string): Html =>
  html`<section id="${operation.id}">
    <div class="text">
      <h3>${operation.summary}</h3>
      <p class="address">${methodBadge(operation)} <code>${operation.path}</code></p>
      <p class="auth">${authText(operation)}</p>
      ${parameters(operation)}${requestBody(operation, document)}${successBody(operation, document)}${failures(
        operation,
      )}
    </div>
    ${samples(operation, baseUrl)}
  </section> `
