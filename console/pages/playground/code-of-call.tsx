import { Code } from '../../ui/copyable.tsx'
import type { CodeSample } from './code-samples.ts'
import { PLAYGROUND_WORDS } from './playground-words.ts'

interface CodeOfCallProps {
  readonly samples: readonly CodeSample[]
  /** Whose call it is, where the page makes more than one. */
  readonly model?: string
}

/** The code of what the page would call now. */
export const CodeOfCall = ({ samples, model }: CodeOfCallProps) => {
  const words = PLAYGROUND_WORDS()
  return (
    <details class="samples">
      <summary>{model === undefined ? words.code : `${words.code}: ${model}`}</summary>
      {samples.map(({ language, text }) => (
        <section key={language}>
          <h3>{language}</h3>
          <Code text={text} label={model === undefined ? language : `${language}: ${model}`} />
        </section>
      ))}
    </details>
  )
}
