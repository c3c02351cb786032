import { blocksOf } from '../code-blocks.ts'

export type SampleLanguage = 'sh' | 'python' | 'ts'

/** An operation as the document and its page show it. */
export interface SampledOperation {
  readonly id: string
  readonly path: string
  readonly status: number
  /** The media type of a success; null without a body. */
  readonly mediaType: string | null
  readonly samples: Readonly<Record<string, string>>
}

interface RawOperation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

const pageOf = (id: string): string => id.replace(/[A-Z]+/g, (capitals) => `-${capitals.toLowerCase()}`)

const samplesOf = async (url: string, id: string): Promise<Readonly<Record<string, string>>> => {
  const response = await fetch(`${url}/docs/api/${pageOf(id)}.md`)
  if (response.status !== 200) throw new Error(`the page of ${id} answers ${response.status}`)
  const [, samples = ''] = (await response.text()).split('\n## ')
  return Object.fromEntries(blocksOf(samples).map(({ language, text }) => [language, text]))
}

/** Every operation of the document of a running service, with the samples of its page. */
export const sampledOperations = async (url: string): Promise<readonly SampledOperation[]> => {
  const response = await fetch(`${url}/v1/openapi.json`)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, RawOperation>> }
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, operation })),
  )
  return Promise.all(
    operations.map(async ({ path, operation: { operationId: id, responses } }) => {
      const [status = '200', success = {}] = Object.entries(responses).find(([each]) => each.startsWith('2')) ?? []
      return {
        id,
        path,
        status: Number(status),
        mediaType: Object.keys(success.content ?? {})[0] ?? null,
        samples: await samplesOf(url, id),
      }
    }),
  )
}
