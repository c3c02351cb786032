import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import type { TaskKind } from '../../src/domain/catalog/task.ts'
import { catalogOf, taskOf } from '../support/chat/catalogs.ts'
import { chatModel } from '../support/chat/chat-models.ts'
import { imageModel } from '../support/media/media-models.ts'
import { videoModel } from '../support/media/video-jobs.ts'
import { TERMS } from './requests.ts'

/** One provider, so that work which was done twice is seen. */
const deployments = [{ provider: 'provider', upstreamModel: 'm', parameters: {} }]

const chat = chatModel({ id: 'provider/chat', deployments, turnPriceMicro: TERMS.message.priceMicro })
const image = imageModel({ id: 'provider/image', deployments })
const video = videoModel({ id: 'provider/video', deployments, capabilities: new Set(['image_input']) })

const task = (slug: string, kind: TaskKind, model: string, micro: bigint) =>
  [slug, taskOf({ slug, kind, model, price: { tag: 'fixed', micro } })] as const

/** What the simulated service sells. */
export const CATALOG: Catalog = catalogOf({
  models: new Map([chat, image, video].map((model) => [model.id, model])),
  tasks: new Map([
    task('chat', 'text', chat.id, TERMS.chat.priceMicro),
    task('story', 'text', chat.id, TERMS.text.priceMicro),
    task('drawing', 'image', image.id, TERMS.image.priceMicro),
    task('video', 'video', video.id, TERMS.video.priceMicro),
  ]),
  chatPriceMicro: TERMS.chat.priceMicro,
})

/** What the simulated conversations are opened with. */
export const CHAT_MODEL = chat
