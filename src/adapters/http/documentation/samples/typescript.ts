import type { SampleCall } from './call.ts'
import { typescriptLiteral } from './literal.ts'
import { SDK_CALLS } from './sdk-calls.ts'
import type { SdkCall } from './sdk-calls.ts'

const formFields = ({ body }: SampleCall): string =>
  body.tag === 'form'
    ? `{\n${body.parts
        .map(({ name, value, isFile }) => `  ${name}: ${isFile ? `createReadStream('${value}')` : `'${value}'`},`)
        .join('\n')}\n}`
    : ''

const sdkArguments = (call: SampleCall): string => {
  if (call.body.tag === 'json') return typescriptLiteral(call.body.value, 0)
  if (call.body.tag === 'form') return formFields(call)
  return call.pathValues.map((value) => `'${value}'`).join(', ')
}

const json = (value: string): string => `console.log(JSON.stringify(${value}, null, 2))`

const printing = ({ answer }: SampleCall, { answer: shape }: SdkCall): readonly string[] => {
  if (shape === 'list') return [json('answer.data')]
  switch (answer.tag) {
    case 'json':
      return [json('answer')]
    case 'text':
    case 'none':
      return ['console.log(answer)']
    case 'file':
      return [`await writeFile('${answer.name}', Buffer.from(await answer.arrayBuffer()))`]
  }
}

const withSdk = (call: SampleCall, sdk: SdkCall, baseUrl: string): string =>
  [
    ...(call.body.tag === 'form' ? ["import { createReadStream } from 'node:fs'"] : []),
    ...(call.answer.tag === 'file' ? ["import { writeFile } from 'node:fs/promises'"] : []),
    "import OpenAI from 'openai'",
    '',
    'const client = new OpenAI({',
    '  apiKey: process.env.GATEWAY_KEY,',
    `  baseURL: '${baseUrl}/v1',`,
    '})',
    `const answer = await client.${sdk.method}(${sdkArguments(call)})`,
    ...printing(call, sdk),
  ].join('\n')

const headersOf = ({ bearer, idHeaders, body }: SampleCall): readonly string[] => [
  ...(bearer === null ? [] : [`Authorization: \`Bearer \${process.env.${bearer}}\`,`]),
  ...idHeaders.map((name) => `'${name}': crypto.randomUUID(),`),
  ...(body.tag === 'json' ? ["'Content-Type': 'application/json',"] : []),
]

const formLines = ({ body }: SampleCall): readonly string[] =>
  body.tag === 'form'
    ? [
        'const form = new FormData()',
        ...body.parts.map(({ name, value, isFile }) =>
          isFile ? `form.set('${name}', await openAsBlob('${value}'), '${value}')` : `form.set('${name}', '${value}')`,
        ),
      ]
    : []

const bodyLines = ({ body }: SampleCall): readonly string[] => {
  switch (body.tag) {
    case 'none':
      return []
    case 'json':
      return [`  body: JSON.stringify(${typescriptLiteral(body.value, 1)}),`]
    case 'form':
      return ['  body: form,']
  }
}

const reading = ({ answer }: SampleCall): string => {
  switch (answer.tag) {
    case 'json':
      return json('await response.json()')
    case 'text':
      return 'console.log(await response.text())'
    case 'none':
      return 'console.log(response.status)'
    case 'file':
      return `await writeFile('${answer.name}', Buffer.from(await response.arrayBuffer()))`
  }
}

const withFetch = (call: SampleCall): string => {
  const headers = headersOf(call)
  const imports = [
    ...(call.body.tag === 'form' ? ["import { openAsBlob } from 'node:fs'"] : []),
    ...(call.answer.tag === 'file' ? ["import { writeFile } from 'node:fs/promises'"] : []),
  ]
  const options = [
    ...(call.method === 'GET' ? [] : [`  method: '${call.method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers.map((line) => `    ${line}`), '  },']),
    ...bodyLines(call),
  ]
  return [
    ...imports,
    ...(imports.length === 0 ? [] : ['']),
    ...formLines(call),
    ...(options.length === 0
      ? [`const response = await fetch('${call.url}')`]
      : [`const response = await fetch('${call.url}', {`, ...options, '})']),
    'if (!response.ok) throw new Error(await response.text())',
    reading(call),
  ].join('\n')
}

/** The call in TypeScript: with the official OpenAI SDK where it has the operation, with `fetch` otherwise. */
export const typescriptSample = (call: SampleCall, baseUrl: string): string => {
  const sdk = SDK_CALLS[call.id]
  return sdk === undefined ? withFetch(call) : withSdk(call, sdk, baseUrl)
}
