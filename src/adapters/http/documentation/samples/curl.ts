import type { SampleCall } from './call.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const bodyOptions = ({ body }: SampleCall): readonly string[] => {
  switch (body.tag) {
    case 'none':
      return []
    case 'json':
      return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body.value, null, 2))}`]
    case 'form':
      return body.parts.map(({ name, value, isFile }) => `-F ${quoted(`${name}=${isFile ? '@' : ''}${value}`)}`)
  }
}

/** The call as a shell command. Its address is quoted: a shell takes `?`, `&` and the `[` of IPv6 for its own signs. */
export const curlSample = (call: SampleCall): string => {
  const { method, url, bearer, answer, body } = call
  const isPlain = method === 'GET' || (method === 'POST' && body.tag !== 'none')
  const options = [
    ...(bearer === null ? [] : [`-H "Authorization: Bearer $${bearer}"`]),
    ...call.idHeaders.map((name) => `-H "${name}: $(uuidgen)"`),
    ...bodyOptions(call),
    ...(answer.tag === 'file' ? [`-o ${answer.name}`] : []),
  ]
  return [`curl ${isPlain ? '' : `-X ${method} `}${quoted(url)}`, ...options].join(' \\\n  ')
}
