import { createHash } from 'node:crypto'
import type { OpenApiDocument } from './document.ts'
import { type Html, html, prose } from './html.ts'
import { type Operation, operationsOf, type ReadDocument, readDocument } from './read-document.ts'
import { REFERENCE_STYLE } from './reference-style.ts'
import { schemaTable, typeText } from './schema-table.ts'

const METHOD_CLASS: Readonly<Record<string, string>> = { get: 'get', post: 'post', patch: 'patch', delete: 'delete' }

const json = (value: unknown): Html => html`<pre>${JSON.stringify(value, null, 2)}</pre>`

const authText = ({ security }: Operation): Html => {
  const scheme = security.flatMap((each) => Object.keys(each))[0]
  if (scheme === undefined) return html`No authentication.`
  return scheme === 'apiKey' ? html`<b>API key</b> as bearer token.` : html`<b>Access token</b> as bearer token.`
}

const parameters = ({ parameters: list }: Operation): Html =>
  list.length === 0
    ? html``
    : html`<h4>Parameters</h4>
        <table>
          ${list.map(
            (each) =>
              html`<tr>
                <td><code>${each.name}</code>${each.required ? html` <i>required</i>` : ''}</td>
                <td>${each.in}</td>
                <td>${typeText(each.schema)}</td>
              </tr>`,
          )}
        </table>`

const requestBody = ({ requestBody: body }: Operation, document: ReadDocument): Html =>
  body === undefined
    ? html``
    : html`<h4>Body</h4>
        ${schemaTable(body.schema, document.schemas)}
        <details>
          <summary>Example</summary>
          ${json(body.example)}
        </details>`

const successBody = (operation: Operation, document: ReadDocument): Html => {
  const { status, description, content } = operation.success
  return html`<h4><span class="status ok">${status}</span> ${prose(description)}</h4>
    ${content.map(({ mediaType, schema, example }) =>
      schema['properties'] === undefined && schema['$ref'] === undefined && schema['items'] === undefined
        ? html`<p>
            <code>${mediaType}</code> ${prose(typeof schema['description'] === 'string' ? schema['description'] : '')}
          </p>`
        : html`${schemaTable(schema, document.schemas)}
            <details>
              <summary>Example</summary>
              ${json(example)}
            </details>`,
    )}`
}

const failures = ({ failures: list }: Operation): Html =>
  html`<details class="errors">
    <summary>Errors</summary>
    <table>
      ${list.map(
        ({ status, description }) =>
          html`<tr>
            <td><span class="status">${status}</span></td>
            <td>${prose(description)}</td>
          </tr>`,
      )}
    </table>
  </details>`

const operationSection = (operation: Operation, document: ReadDocument): Html =>
  html` <section id="${operation.id}">
    <h3>
      <span class="method ${METHOD_CLASS[operation.method] ?? ''}">${operation.method.toUpperCase()}</span>
      <code>${operation.path}</code>
    </h3>
    <p class="lead">${prose(operation.summary)}.</p>
    <p class="auth">${authText(operation)}</p>
    ${parameters(operation)}${requestBody(operation, document)}${successBody(operation, document)}${failures(operation)}
  </section>`

const menu = (document: ReadDocument): Html =>
  html`<nav>
    <a class="home" href="#top">${document.title}</a>${document.tags.map(
      (tag) =>
        html`<h2>${tag.name}</h2>
          <ul>
            ${operationsOf(document, tag.name).map(
              ({ id, method, path }) =>
                html`<li>
                  <a href="#${id}"
                    ><span class="method ${METHOD_CLASS[method] ?? ''}">${method.toUpperCase()}</span
                    >${path.replace(/^\/v1/, '')}</a
                  >
                </li>`,
            )}
          </ul>`,
    )}
  </nav>`

const introduction = (document: ReadDocument): Html =>
  html` <header id="top">
    <h1>${document.title} <small>${document.version}</small></h1>
    <p class="lead">${document.summary}</p>
    <p>
      Machines read the same as <a href="/v1/openapi.json">OpenAPI 3.1</a>. Every answer carries
      <code>x-request-id</code>. Money is written as decimal strings, times as Unix seconds.
    </p>
    <p>
      The gateway answers errors as <code>{"error": {"message", "type", "param", "code"}}</code>, everything else as
      <code>{"detail", "code"}</code>. Branch on <code>code</code>; sentences may change.
    </p>
  </header>`

/** The document as a page for people: no script, no font, nothing from elsewhere. */
export const referencePage = (source: OpenApiDocument): { readonly html: string; readonly styleHash: string } => {
  const document = readDocument(source)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.title}: reference</title>
        <style>
          ${{ html: REFERENCE_STYLE }}
        </style>
      </head>
      <body>
        ${menu(document)}
        <main>
          ${introduction(document)}${document.tags.map(
            (tag) =>
              html`<div class="tag">
                  <h2>${tag.name}</h2>
                  <p>${tag.description}</p>
                </div>
                ${operationsOf(document, tag.name).map((operation) => operationSection(operation, document))}`,
          )}
        </main>
      </body>
    </html> `
  return { html: page.html, styleHash: createHash('sha256').update(REFERENCE_STYLE).digest('base64') }
}
