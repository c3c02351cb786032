import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/money.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useResource } from '../../ui/resource.ts'
import { Table } from '../../ui/table.tsx'
import { actionsTitle } from '../../words/column-titles.ts'
import { deviceName } from './device-name.ts'
import { SETTINGS_WORDS } from './settings-words.ts'

type Session = Schemas['SessionResponse']

/** Where the account is signed in; each other session can be ended from here. */
export const Sessions = () => {
  const words = SETTINGS_WORDS()
  const sessions = useResource('sessions', (signal) => call('GET /v1/me/sessions', { signal }))
  const action = useAction()
  const failure = action.failure.value

  const end = async (id: string): Promise<void> => {
    await action.run(() => call('DELETE /v1/me/sessions/{session_id}', { path: { session_id: id } }))
    await sessions.reload()
  }

  const deviceOf = ({ user_agent: agent }: Session): string =>
    agent === null ? words.unknownDevice : deviceName(agent)
  const columns = [
    { title: words.device, cell: deviceOf },
    { title: words.used, cell: ({ last_used_at: at }: Session) => <Moment at={at} /> },
    {
      title: actionsTitle(),
      cell: (session: Session) =>
        session.current ? (
          words.thisOne
        ) : (
          <Button
            kind="quiet"
            label={words.endLabel(deviceOf(session))}
            isDisabled={action.isRunning.value}
            onPress={() => void end(session.id)}
          >
            {words.end}
          </Button>
        ),
    },
  ]
  return (
    <section>
      <h2>{words.sessions}</h2>
      {failure !== null && <FailureNotice failure={failure} />}
      <Loaded of={sessions}>
        {(rows) => <Table caption={words.sessions} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </Loaded>
    </section>
  )
}
