import type { Schemas } from '../../api/api-types.ts'
import { useCatalog } from '../../ui/known.ts'
import { call } from '../../api/call.ts'
import type { PageProps } from '../../console.tsx'
import { goFrom, location } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { useDialog } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { MoreRows } from '../../ui/pages.tsx'
import { useResource } from '../../ui/resource.ts'
import { Composer } from './composer.tsx'
import { CONVERSATIONS_WORDS } from './conversations-words.ts'
import { MessageView } from './message.tsx'
import { Rename } from './rename.tsx'
import { useThread } from './thread.ts'
import { TokenWallet, useTokenWallet } from './token-wallet.tsx'

type Conversation = Schemas['ConversationResponse']

interface ThreadProps {
  readonly conversation: Conversation
  readonly catalog: Schemas['CatalogResponse']
}

const Thread = ({ conversation, catalog }: ThreadProps) => {
  const words = CONVERSATIONS_WORDS()
  const wallet = useTokenWallet()
  const thread = useThread(conversation.id)
  const messages = thread.messages.value
  return (
    <>
      <MoreRows pages={thread} moreText={words.earlier} />
      {messages.map((message) => (
        <MessageView key={message.id} message={message} />
      ))}
      {messages.length === 0 && !thread.isLoading.value && thread.failure.value === null && (
        <p class="empty">{words.empty}</p>
      )}
      {conversation.archived ? (
        <Notice kind="waiting">{words.isArchived}</Notice>
      ) : (
        <Composer conversation={conversation} catalog={catalog} />
      )}
      <TokenWallet wallet={wallet} />
    </>
  )
}

interface ActionsProps {
  readonly conversation: Conversation
  readonly onChanged: (conversation: Conversation) => void
}

const Actions = ({ conversation, onChanged }: ActionsProps) => {
  const words = CONVERSATIONS_WORDS()
  const action = useAction()
  const failure = action.failure.value
  const path = { conversation_id: conversation.id }
  const here = location.value
  const { open, dialog } = useDialog<'rename' | 'delete'>((verb, close) =>
    verb === 'rename' ? (
      <Rename conversation={conversation} onRenamed={onChanged} onClose={close} />
    ) : (
      <Confirm
        title={words.removeTitle(conversation.title)}
        text={words.removeText}
        doText={words.remove}
        work={() => call('DELETE /v1/me/conversations/{conversation_id}', { path })}
        onDone={() => goFrom(here, '/conversations')}
        onClose={close}
      />
    ),
  )
  const turnArchive = async (): Promise<void> => {
    const changed = await action.run(() =>
      conversation.archived
        ? call('POST /v1/me/conversations/{conversation_id}/unarchive', { path })
        : call('POST /v1/me/conversations/{conversation_id}/archive', { path }),
    )
    if (changed !== null) onChanged(changed)
  }
  return (
    <>
      <div class="row">
        <span class="hint">
          {conversation.model}, {words[conversation.kind]}
        </span>
        <Button kind="quiet" onPress={() => open('rename')}>
          {words.rename}
        </Button>
        <Button kind="quiet" isBusy={action.isRunning.value} onPress={turnArchive}>
          {conversation.archived ? words.unarchive : words.archive}
        </Button>
        <Button kind="quiet" onPress={() => open('delete')}>
          {words.remove}
        </Button>
      </div>
      {failure !== null && <FailureNotice failure={failure} />}
      {dialog}
    </>
  )
}

const ConversationPage = ({ parameters }: PageProps) => {
  const words = CONVERSATIONS_WORDS()
  const id = parameters['id'] ?? ''
  const found = useResource(id, (signal) =>
    call('GET /v1/me/conversations/{conversation_id}', { path: { conversation_id: id }, signal }),
  )
  const catalog = useCatalog()
  const state = found.state.value
  return (
    <Page title={state.tag === 'ready' ? state.value.title : words.one}>
      <p>
        <Link to="/conversations">{words.all}</Link>
      </p>
      <Loaded of={found}>
        {(conversation) => (
          <>
            <Actions conversation={conversation} onChanged={found.replace} />
            <Loaded of={catalog}>{(known) => <Thread conversation={conversation} catalog={known} />}</Loaded>
          </>
        )}
      </Loaded>
    </Page>
  )
}

export default ConversationPage
