import { useSignal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { reach } from '../../api/reach.ts'
import { PROVIDER_NAMES, visitProvider } from '../../api/social.ts'
import type { OfferedProvider } from '../../api/social.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { IDENTITIES_WORDS } from './identities-words.ts'

/** The service takes a sign-in of the last ten minutes; one that ends within a minute is not begun with. */
const FRESH_SECONDS = 9 * 60

/** The time by the clock of the service, by which it decides: that of the browser may be wrong. */
const secondsOfService = async (): Promise<number> => {
  const answer = await reach('/v1/health')
  return Date.parse(answer.headers.get('date') ?? '') / 1_000
}

/** Whether the person has signed in lately in this session; where that cannot be had the service decides. */
export const isFresh = async (): Promise<boolean> => {
  const [sessions, now] = await Promise.all([call('GET /v1/me/sessions'), secondsOfService().catch(() => Number.NaN)])
  const own = sessions.ok ? sessions.value.find(({ current }) => current) : undefined
  return own === undefined || !(own.authenticated_at <= now - FRESH_SECONDS)
}

interface ProveProps {
  readonly user: Schemas['UserMe']
  readonly offered: readonly OfferedProvider[]
  readonly onProven: () => void
  readonly onClose: () => void
}

/** Has the person prove who they are: by the password, or by a sign-in at a linked provider. */
export const Prove = ({ user, offered, onProven, onClose }: ProveProps) => {
  const words = IDENTITIES_WORDS()
  const password = useSignal('')
  const action = useAction()
  const send = async (): Promise<void> => {
    const body = { password: password.value }
    const proven = await action.run(() => call('POST /v1/auth/reauthenticate', { body }))
    if (proven !== null) onProven()
  }
  return (
    <Dialog title={words.proveTitle} onClose={onClose}>
      <p>{words.proveText}</p>
      {user.has_password && (
        <Form action={action} onSend={send}>
          <Field label={words.password} value={password} type="password" autoComplete="current-password" isRequired />
          <Button kind="main" isBusy={action.isRunning.value}>
            {words.prove}
          </Button>
        </Form>
      )}
      {offered
        .filter(({ provider }) => user.identities.includes(provider))
        .map((each) => (
          <p key={each.provider}>
            <Button onPress={() => visitProvider(each, 'prove', '/settings?proven')}>
              {words.proveWith(PROVIDER_NAMES[each.provider])}
            </Button>
          </p>
        ))}
    </Dialog>
  )
}
