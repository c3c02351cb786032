import { mediaPath } from '../../api/media-path.ts'
import { Moment } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { sumText } from '../../words/figures.ts'
import { CONVERSATIONS_WORDS } from './conversations-words.ts'
import type { Message } from './thread.ts'

const Media = ({ message }: { readonly message: Message }) => {
  const words = CONVERSATIONS_WORDS()
  return (
    <div class="row">
      {message.media.map(({ idx, kind, url, thumbnail_url: thumbnail }) =>
        kind === 'video' ? (
          <video key={idx} class="in-thread" src={mediaPath(url)} controls preload="metadata" />
        ) : (
          <a key={idx} href={mediaPath(url)} target="_blank" rel="noreferrer">
            <img class="in-thread" src={mediaPath(thumbnail ?? url)} alt={words.madeFor(message.content)} />
          </a>
        ),
      )}
    </div>
  )
}

/** One message with what was made, and what it cost. */
export const MessageView = ({ message }: { readonly message: Message }) => {
  const words = CONVERSATIONS_WORDS()
  const { role, content, status, error, charged, created_at: at } = message
  return (
    <article class="exchange">
      <h2 class="hint">{role === 'user' ? words.you : words.answer}</h2>
      {content !== '' && <p class="quoted">{content}</p>}
      {message.media.length > 0 && <Media message={message} />}
      {status === 'pending' && <Notice kind="waiting">{words.pending}</Notice>}
      {status === 'failed' && <Notice kind="problem">{words.failed(error?.message ?? '')}</Notice>}
      <p class="hint figure">
        <Moment at={at} />
        {charged !== null && ` · ${words.charged(sumText(charged, 'TOKEN'))}`}
      </p>
    </article>
  )
}
