import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { mediaPath } from '../../api/media-path.ts'
import { changeQuery, query } from '../../location.ts'
import { Choice } from '../../ui/choice.tsx'
import { Dialog, useDialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { Moment } from '../../ui/money.tsx'
import { Page } from '../../ui/page.tsx'
import { MoreRows, NewerRows, usePages } from '../../ui/pages.tsx'
import { GALLERY_WORDS } from './gallery-words.ts'
import { kindTitle } from '../../words/column-titles.ts'

type Item = Schemas['GalleryItem']

const LIMIT = 24

const nameOf = ({ prompt }: Item): string => (prompt === '' ? GALLERY_WORDS().untitled : prompt)

/** A small image of an item; a video without one shows its first frame. */
const Preview = ({ item }: { readonly item: Item }) =>
  item.kind === 'video' && item.thumbnail_url === null ? (
    <video src={mediaPath(item.url)} preload="metadata" muted />
  ) : (
    <img src={mediaPath(item.thumbnail_url ?? item.url)} alt="" loading="lazy" />
  )

const Opened = ({ item, onClose }: { readonly item: Item; readonly onClose: () => void }) => {
  const words = GALLERY_WORDS()
  const address = mediaPath(item.url)
  return (
    <Dialog title={words[item.source]} onClose={onClose}>
      {item.kind === 'video' ? (
        <video class="opened" src={address} controls preload="metadata" />
      ) : (
        <img class="opened" src={address} alt={nameOf(item)} />
      )}
      <p class="quoted">{item.prompt}</p>
      <p class="hint">
        <Moment at={item.created_at} />
      </p>
      <div class="row">
        <a href={address} download={`${item.message_id}-${item.idx}`}>
          {words.download}
        </a>
        <Link to={`/conversations/${item.conversation_id}`}>{words.conversation}</Link>
      </div>
    </Dialog>
  )
}

const Items = ({ kind, source }: { readonly kind: string; readonly source: string }) => {
  const words = GALLERY_WORDS()
  const { open, dialog } = useDialog<Item>((item, close) => <Opened item={item} onClose={close} />)
  const pages = usePages<Item>('', (cursor) =>
    call('GET /v1/me/gallery', {
      query: {
        limit: LIMIT,
        cursor,
        kind: kind === 'image' || kind === 'video' ? kind : null,
        source: source === 'generated' || source === 'sent' ? source : null,
      },
    }),
  )
  const items = pages.rows.value
  return (
    <>
      <NewerRows pages={pages} />
      {items.length === 0 && !pages.isLoading.value && pages.failure.value === null && (
        <p class="empty">{words.none}</p>
      )}
      <ul class="gallery">
        {items.map((item) => (
          <li key={`${item.message_id} ${item.idx}`}>
            <button type="button" aria-label={words.open(nameOf(item))} onClick={() => open(item)}>
              <Preview item={item} />
            </button>
          </li>
        ))}
      </ul>
      <MoreRows pages={pages} />
      {dialog}
    </>
  )
}

const Gallery = () => {
  const words = GALLERY_WORDS()
  const [kind, source] = [query().get('kind') ?? '', query().get('source') ?? '']
  return (
    <Page title={words.title} lead={words.lead}>
      <div class="row filters">
        <Choice
          label={kindTitle()}
          value={kind}
          options={[
            { value: '', text: words.everyKind },
            { value: 'image', text: words.image },
            { value: 'video', text: words.video },
          ]}
          onChoose={(chosen) => changeQuery({ kind: chosen })}
        />
        <Choice
          label={words.source}
          value={source}
          options={[
            { value: '', text: words.everySource },
            { value: 'generated', text: words.generated },
            { value: 'sent', text: words.sent },
          ]}
          onChoose={(chosen) => changeQuery({ source: chosen })}
        />
      </div>
      <Items key={`${kind} ${source}`} kind={kind} source={source} />
    </Page>
  )
}

export default Gallery
