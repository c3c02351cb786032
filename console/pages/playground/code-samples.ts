export interface CodeSample {
  readonly language: string
  readonly text: string
}

/** One call of the API, and how each language makes it of its arguments and shows what came. */
export interface SampledCall {
  /** Behind the base URL. */
  readonly path: string
  readonly body: object
  /** What the SDKs are given where it is not the body. */
  readonly sdkBody?: object
  /** Further options of curl, such as the file to write. */
  readonly curlOptions?: string
  readonly python: (fields: string) => string
  readonly typescript: (fields: string) => string
  /** What a TypeScript program imports besides the SDK. */
  readonly typescriptImports?: string
}

/** A long `data:` address would fill the screen; a program reads the file itself. */
const shortened = (body: object): string =>
  JSON.stringify(
    body,
    (_, value: unknown) => (typeof value === 'string' && value.startsWith('data:') ? 'data:image/png;base64,…' : value),
    2,
  )

/** A text inside single quotes of a shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** JSON in the words of Python; what stands in quotes stays. */
const pythonValue = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (part) => PYTHON_WORDS[part] ?? part)

const pythonClient = (baseUrl: string): string => `import os
from openai import OpenAI

client = OpenAI(api_key=os.environ["GATEWAY_KEY"], base_url="${baseUrl}")`

const typescriptClient = (baseUrl: string, imports: string): string => `${imports}import OpenAI from 'openai'

const client = new OpenAI({ apiKey: process.env.GATEWAY_KEY, baseURL: '${baseUrl}' })`

export const curlOf = (
  path: string,
  options: string,
): string => `curl ${shellQuoted(`${window.location.origin}/v1${path}`)} \\
  -H "Authorization: Bearer $GATEWAY_KEY" \\
  ${options}`

/** Samples of a call whose languages differ in more than their spelling. */
export const samplesOf = (
  curl: string,
  python: string,
  typescript: string,
  typescriptImports = '',
): readonly CodeSample[] => {
  const baseUrl = `${window.location.origin}/v1`
  return [
    { language: 'curl', text: curl },
    { language: 'Python', text: `${pythonClient(baseUrl)}\n${python}` },
    { language: 'TypeScript', text: `${typescriptClient(baseUrl, typescriptImports)}\n${typescript}` },
  ]
}

/** The call of the page as a program makes it. */
export const codeSamples = ({
  path,
  body,
  sdkBody = body,
  curlOptions = '',
  python,
  typescript,
  typescriptImports = '',
}: SampledCall): readonly CodeSample[] => {
  const curl = curlOf(
    path,
    `-H 'Content-Type: application/json' ${curlOptions}\\\n  -d ${shellQuoted(shortened(body))}`,
  )
  const json = shortened(sdkBody)
  return samplesOf(curl, python(`**${pythonValue(json)}`), typescript(json), typescriptImports)
}
