import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { SupportedParameters } from '../../../../application/gateway/models/supported-parameters.ts'
import type { Catalog } from '../../../../domain/catalog/catalog.ts'
import { findEntry, turnPriceOf } from '../../../../domain/conversation/catalog-entry.ts'
import type { CatalogEntry } from '../../../../domain/conversation/catalog-entry.ts'
import { findTask } from '../../../../domain/catalog/find-task.ts'
import { CAPABILITIES, MODEL_KINDS, modelOwnerOf } from '../../../../domain/catalog/model.ts'
import type { Model } from '../../../../domain/catalog/model.ts'
import { TASK_KINDS } from '../../../../domain/catalog/task.ts'
import type { Task } from '../../../../domain/catalog/task.ts'
import { formatMicro, formatMicroOrNull } from '../../../../domain/money/decimal.ts'
import { count, unixTime } from '../../codecs/codecs.ts'
import { amountText } from '../../codecs/money/amounts.ts'
import { wordOf } from '../../codecs/word-codec.ts'
import { tariffBody, writeTariff } from '../../codecs/money/tariff-wire.ts'
import * as t from 'io-ts'

const capabilities = t.array(wordOf(CAPABILITIES))

const kind = wordOf(TASK_KINDS)

const countOrNull = t.union([count, t.null])

/** Tokens for one text turn; null if there is no such turn. */
const turnPrice = t.union([amountText, t.null])

/** The most that a request can ask of the model; null if nothing bounds it, or where its kind has no such thing. */
const limits = t.type(
  {
    context_tokens: countOrNull,
    output_tokens: countOrNull,
    images: countOrNull,
    sizes: t.union([t.array(t.string), t.null]),
    seconds: t.union([t.array(count), t.null]),
  },
  'CatalogLimits',
)

const modelBody = t.type(
  {
    id: t.string,
    kind: wordOf(MODEL_KINDS),
    owned_by: t.string,
    capabilities,
    turn_price: turnPrice,
    supported_parameters: t.array(t.string),
    limits,
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

const NO_LIMITS: t.TypeOf<typeof limits> = {
  context_tokens: null,
  output_tokens: null,
  images: null,
  sizes: null,
  seconds: null,
}

const listed = <A>(values: ReadonlySet<A> | null): A[] | null => (values === null ? null : [...values])

const writeLimits = (model: Model): t.TypeOf<typeof limits> => {
  switch (model.kind) {
    case 'chat':
      return {
        ...NO_LIMITS,
        context_tokens: model.limits.contextTokens,
        output_tokens: model.limits.maxOutputTokens,
      }
    case 'image':
      return { ...NO_LIMITS, images: model.limits.maxImages, sizes: listed(model.limits.sizes) }
    case 'video':
      return { ...NO_LIMITS, sizes: listed(model.limits.sizes), seconds: listed(model.limits.seconds) }
    case 'embedding':
      return { ...NO_LIMITS, context_tokens: model.limits.maxInputTokens }
    case 'speech':
    case 'transcription':
      return NO_LIMITS
  }
}

const writeModel = (
  model: Model,
  catalog: Catalog,
  supportedParameters: SupportedParameters,
): t.TypeOf<typeof modelBody> => ({
  id: model.id,
  kind: model.kind,
  owned_by: modelOwnerOf(model.id),
  capabilities: [...model.capabilities],
  turn_price: formatMicroOrNull(turnPriceOf(catalog, model, null), 'TOKEN'),
  supported_parameters: [...supportedParameters(model)],
  limits: writeLimits(model),
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
  turn_price: formatMicroOrNull(entry.turnPriceMicro, 'TOKEN'),
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
export const writeCatalog = (
  catalog: Catalog,
  supportedParameters: SupportedParameters,
): t.TypeOf<typeof catalogBody> => ({
  models: [...catalog.models.values()].map((model) => writeModel(model, catalog, supportedParameters)),
  templates: [...catalog.templates.keys()].flatMap((slug) => found(findEntry(catalog, slug)).map(writeTemplate)),
  tasks: [...catalog.tasks.keys()].flatMap((slug) => found(findTask(catalog, slug)).map(writeTask)),
})
