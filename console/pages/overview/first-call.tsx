import { call } from '../../api/call.ts'
import { useCatalog } from '../../ui/known.ts'
import { changeQuery, query } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Code } from '../../ui/copyable.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { showOnce } from '../../ui/shown-once.tsx'
import { firstCallSamples, modelOfSamples } from './first-call-samples.ts'
import { FIRST_CALL_WORDS } from './first-call-words.ts'

/** Makes a key and has it shown: it is not seen again. */
const KeyOfSamples = () => {
  const words = FIRST_CALL_WORDS()
  const action = useAction()
  const make = async (): Promise<void> => {
    const answer = await action.run(() => call('POST /v1/me/api-keys', { body: { name: words.keyName } }))
    if (answer !== null) showOnce(words.key, words.shownOnce, `export GATEWAY_KEY=${answer.key}`)
  }
  return (
    <Form action={action} onSend={make}>
      <p>{words.keyLead}</p>
      <Button kind="main" isBusy={action.isRunning.value}>
        {words.makeKey}
      </Button>
    </Form>
  )
}

const Samples = () => {
  const words = FIRST_CALL_WORDS()
  const catalog = useCatalog()
  return (
    <Loaded of={catalog} lines={6}>
      {({ models }) => {
        const model = modelOfSamples(models)
        if (model === undefined) return <p class="empty">{words.noModel}</p>
        const samples = firstCallSamples(window.location.origin, model)
        const chosen = samples.find(({ client }) => client === query().get('client')) ?? samples[0]
        return (
          <>
            <Choice
              label={words.client}
              value={chosen?.client ?? ''}
              options={samples.map(({ client }) => ({ value: client, text: client }))}
              onChoose={(client) => changeQuery({ client })}
            />
            {chosen?.blocks.map((text, at) => (
              <Code key={at} text={text} label={`${chosen.client}, ${at + 1}`} />
            ))}
          </>
        )
      }}
    </Loaded>
  )
}

/** What a program needs for its first call; shown until one was made. */
export const FirstCall = () => {
  const words = FIRST_CALL_WORDS()
  const baseUrl = `${window.location.origin}/v1`
  return (
    <section>
      <h2>{words.first}</h2>
      <p>
        {words.lead} <Link to="/playground">{words.tryHere}</Link>.
      </p>
      <h3>{words.address}</h3>
      <Code text={baseUrl} label={words.address} />
      <h3>{words.key}</h3>
      <KeyOfSamples />
      <h3>{words.sample}</h3>
      <Samples />
    </section>
  )
}
