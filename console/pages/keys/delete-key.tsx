import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { KEYS_WORDS } from './keys-words.ts'

interface DeleteKeyProps {
  readonly apiKey: Pick<Schemas['ApiKeyResponse'], 'id' | 'name'>
  readonly onDeleted: () => void
  readonly onClose: () => void
}

export const DeleteKey = ({ apiKey, onDeleted, onClose }: DeleteKeyProps) => {
  const words = KEYS_WORDS()
  return (
    <Confirm
      title={words.removeTitle(apiKey.name)}
      text={words.removeText}
      doText={words.remove}
      work={() => call('DELETE /v1/me/api-keys/{key_id}', { path: { key_id: apiKey.id } })}
      onDone={onDeleted}
      onClose={onClose}
    />
  )
}
