import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import type { TaskKind } from '../../src/domain/catalog/task.ts'
import { catalogOf, taskOf } from '../support/catalogs.ts'
import { chatModel } from '../support/chat-models.ts'
import { imageModel } from '../support/media-models.ts'
import { videoModel } from '../support/video-jobs.ts'
import { TERMS } from './requests.ts'

/** One vendor, so that work which was done twice is seen. */
const deployments = [{ provider: 'vendor', upstreamModel: 'm', parameters: {} }]

const chat = chatModel({ id: 'vendor/chat', deployments, turnPriceMicro: TERMS.message.priceMicro })
const image = imageModel({ id: 'vendor/image', deployments })
const film = videoModel({ id: 'vendor/film', deployments, capabilities: new Set(['image_input']) })

const task = (slug: string, kind: TaskKind, model: string, micro: bigint) =>
  [slug, taskOf({ slug, kind, model, price: { tag: 'fixed', micro } })] as const

/** What the simulated service sells. */
export const CATALOG: Catalog = catalogOf({
  models: new Map([chat, image, film].map((model) => [model.id, model])),
  tasks: new Map([
    task('chat', 'text', chat.id, TERMS.chat.priceMicro),
    task('story', 'text', chat.id, TERMS.text.priceMicro),
    task('drawing', 'image', image.id, TERMS.picture.priceMicro),
    task('film', 'video', film.id, TERMS.film.priceMicro),
  ]),
  chatPriceMicro: TERMS.chat.priceMicro,
})

/** What the simulated conversations are opened with. */
export const CHAT_MODEL = chat
