import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { playgroundKey } from './playground-key.ts'
import { PLAYGROUND_WORDS } from './playground-words.ts'

/** Says which key the calls of this page use, and takes one of the user's own. */
export const KeyOfCalls = () => {
  const words = PLAYGROUND_WORDS()
  const key = playgroundKey.value
  const entered = useSignal(key?.name === null ? key.key : '')
  useEffect(() => {
    const text = entered.value.trim()
    if (text !== '') playgroundKey.value = { key: text, name: null }
    else if (playgroundKey.peek()?.name === null) playgroundKey.value = null
  }, [entered.value])
  return (
    <>
      <p class="hint">{key === null ? words.keyWill : key.name === null ? words.keyOwn : words.keyMade(key.name)}</p>
      <Field label={words.ownKey} value={entered} type="password" hint={words.ownKeyHint} autoComplete="off" />
    </>
  )
}
