import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Catalog } from '../../../../domain/catalog/catalog.ts'
import { findEntry, turnPriceOf } from '../../../../domain/conversation/conversation.ts'
import type { CatalogEntry } from '../../../../domain/conversation/conversation.ts'
import { findTask } from '../../../../domain/catalog/find-task.ts'
import { CAPABILITIES, MODEL_KINDS, modelOwnerOf } from '../../../../domain/catalog/model.ts'
import type { Model } from '../../../../domain/catalog/model.ts'
import { TASK_KINDS } from '../../../../domain/catalog/task.ts'
import type { Task } from '../../../../domain/catalog/task.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { amountText, unixTime } from '../../codecs/codecs.ts'
import { wordOf } from '../../codecs/word-codec.ts'
import { tariffBody, writeTariff } from './tariff-wire.ts'
import * as t from 'io-ts'

const capabilities = t.array(wordOf(CAPABILITIES))

const kind = wordOf(TASK_KINDS)

/** Tokens for one text turn; null where there is no such turn. */
const turnPrice = t.union([amountText, t.null])

const modelBody = t.type(
  {
    id: t.string,
    kind: wordOf(MODEL_KINDS),
    owned_by: t.string,
    capabilities,
    turn_price: turnPrice,
    prices: tariffBody,
    created: unixTime,
  },
  'CatalogModel',
)

const templateBody = t.type(
  { slug: t.string, title: t.string, model: t.string, kind, capabilities, turn_price: turnPrice },
  'CatalogTemplate',
)

const taskBody = t.type(
  {
    slug: t.string,
    kind,
    model: t.string,
    price: amountText,
    per: t.keyof({ task: null, second: null }),
    capabilities,
  },
  'CatalogTask',
)

export const catalogBody = t.type(
  { models: t.array(modelBody), templates: t.array(templateBody), tasks: t.array(taskBody) },
  'CatalogResponse',
)

const writeTokens = (micro: bigint | null): string | null => (micro === null ? null : formatMicro(micro, 'TOKEN'))

const writeModel = (model: Model, catalog: Catalog): t.TypeOf<typeof modelBody> => ({
  id: model.id,
  kind: model.kind,
  owned_by: modelOwnerOf(model.id),
  capabilities: [...model.capabilities],
  turn_price: writeTokens(turnPriceOf(catalog, model, null)),
  prices: writeTariff(model.tariff),
  created: model.created,
})

/** What a template tells its model is the operator's own affair and is not shown. */
const writeTemplate = (entry: CatalogEntry): t.TypeOf<typeof templateBody> => ({
  slug: entry.slug,
  title: entry.title,
  model: entry.model.id,
  kind: entry.kind,
  capabilities: [...entry.model.capabilities],
  turn_price: writeTokens(entry.turnPriceMicro),
})

const PER = { fixed: 'task', per_second: 'second' } as const

const writeTask = ({ task, model }: { readonly task: Task; readonly model: Model }): t.TypeOf<typeof taskBody> => ({
  slug: task.slug,
  kind: task.kind,
  model: model.id,
  price: formatMicro(task.price.micro, 'TOKEN'),
  per: PER[task.price.tag],
  capabilities: [...model.capabilities],
})

const found = <A>(sought: Either<unknown, A>): readonly A[] => (isLeft(sought) ? [] : [sought.right])

/** All that is on offer, in the order of the catalogue file. */
export const writeCatalog = (catalog: Catalog): t.TypeOf<typeof catalogBody> => ({
  models: [...catalog.models.values()].map((model) => writeModel(model, catalog)),
  templates: [...catalog.templates.keys()].flatMap((slug) => found(findEntry(catalog, slug)).map(writeTemplate)),
  tasks: [...catalog.tasks.keys()].flatMap((slug) => found(findTask(catalog, slug)).map(writeTask)),
})
