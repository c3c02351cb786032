import type { SampleCall } from './call.ts'
import { pythonLiteral } from './literal.ts'

const headersOf = ({ bearer, idHeaders, body }: SampleCall): readonly string[] => [
  ...(bearer === null ? [] : [`"Authorization": "Bearer " + os.environ["${bearer}"],`]),
  ...idHeaders.map((name) => `"${name}": str(uuid.uuid4()),`),
  ...(body.tag === 'json' ? ['"Content-Type": "application/json",'] : []),
  ...(body.tag === 'form' ? ['"Content-Type": f"multipart/form-data; boundary={boundary}",'] : []),
]

/** The standard library sends no forms, so the sample writes one. */
const formLines = ({ body }: SampleCall): readonly string[] => {
  if (body.tag !== 'form') return []
  const fields = body.parts.filter(({ isFile }) => !isFile)
  const files = body.parts.filter(({ isFile }) => isFile)
  return [
    'boundary = uuid.uuid4().hex',
    'form = b""',
    `for name, value in ${pythonLiteral(Object.fromEntries(fields.map(({ name, value }) => [name, value])), 0)}.items():`,
    String.raw`    form += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()`,
    ...files.flatMap(({ name, value }) => [
      String.raw`form += f'--{boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${value}"\r\n\r\n'.encode()`,
      `with open("${value}", "rb") as file:`,
      String.raw`    form += file.read() + b"\r\n"`,
    ]),
    String.raw`form += f"--{boundary}--\r\n".encode()`,
    '',
  ]
}

const bodyLines = ({ body }: SampleCall): readonly string[] => {
  switch (body.tag) {
    case 'none':
      return []
    case 'json':
      return [`    data=json.dumps(${pythonLiteral(body.value, 1)}).encode(),`]
    case 'form':
      return ['    data=form,']
  }
}

const readingLines = ({ answer }: SampleCall): readonly string[] => {
  switch (answer.tag) {
    case 'json':
      return ['    answer = json.load(response)', 'print(json.dumps(answer, indent=2, ensure_ascii=False))']
    case 'text':
      return ['    print(response.read().decode())']
    case 'none':
      return ['    print(response.status)']
    case 'file':
      return [`    with open("${answer.name}", "wb") as file:`, '        file.write(response.read())']
  }
}

/** The call in Python, with its standard library alone. */
export const pythonSample = (call: SampleCall): string => {
  const headers = headersOf(call)
  const usesJson = call.body.tag === 'json' || call.answer.tag === 'json'
  const imports = [
    ...(usesJson ? ['import json'] : []),
    ...(call.bearer === null ? [] : ['import os']),
    'import urllib.request',
    ...(call.idHeaders.length > 0 || call.body.tag === 'form' ? ['import uuid'] : []),
  ]
  return [
    ...imports,
    '',
    ...formLines(call),
    'request = urllib.request.Request(',
    `    "${call.url}",`,
    ...(call.method === 'GET' ? [] : [`    method="${call.method}",`]),
    ...(headers.length === 0 ? [] : ['    headers={', ...headers.map((line) => `        ${line}`), '    },']),
    ...bodyLines(call),
    ')',
    'with urllib.request.urlopen(request) as response:',
    ...readingLines(call),
  ].join('\n')
}
