import type { Operation } from '../parse-document.ts'
import { callOf } from './call.ts'
import { curlSample } from './curl.ts'
import { pythonSample } from './python.ts'
import { typescriptSample } from './typescript.ts'

/** A call in one language, as a reader can run it. */
interface Sample {
  readonly language: 'sh' | 'python' | 'ts'
  readonly text: string
}

/**
 * The operation called with the example of the document, in each language. The key or the token stands in a variable of
 * the shell; ids that each reader has their own of are written in capitals.
 */
export const samplesOf = (operation: Operation, baseUrl: string): readonly Sample[] => {
  const call = callOf(operation, baseUrl)
  return [
    { language: 'sh', text: curlSample(call) },
    { language: 'python', text: pythonSample(call) },
    { language: 'ts', text: typescriptSample(call, baseUrl) },
  ]
}
