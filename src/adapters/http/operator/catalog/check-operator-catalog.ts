import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { RunningCatalog } from '../../../../application/ports/process/running-catalog.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { count, textOfLength } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'

/** Twice the catalogue that comes with the service; a longer one is checked by the command. */
const MAX_CATALOG_CHARACTERS = 90_000

/** A text can be wrong in every line; the first mistakes are mended first. */
const MOST_PROBLEMS = 100

const body = t.type({ text: textOfLength(1, MAX_CATALOG_CHARACTERS) }, 'CheckCatalogRequest')

const answer = t.type(
  { problems: t.array(t.string), providers: count, models: count, templates: count, tasks: count },
  'CheckCatalogResponse',
)

const NOTHING = { providers: 0, models: 0, templates: 0, tasks: 0 }

export const checkOperatorCatalogEndpoint = (runningCatalog: Pick<RunningCatalog, 'check'>): Endpoint =>
  endpoint({
    id: 'checkOperatorCatalog',
    method: 'POST',
    path: '/v1/operator/catalog/check',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Check the text of a catalogue',
    body,
    bodyLimits: BODY_LIMITS.chatHistory,
    success: {
      status: 200,
      description:
        'Changes nothing. It finds what a start, a reload and the command `catalog check` would find. ' +
        'Everything that is wrong with the text, one sentence each, a hundred at most; none: it would load. The counts ' +
        'are of the whole text, whether or not this installation can call its providers.',
      body: answer,
    },
    failures: [],
    handle: async ({ body: { text } }) => {
      const checked = runningCatalog.check(text)
      if (isLeft(checked)) return right(json(200, { problems: checked.left.slice(0, MOST_PROBLEMS), ...NOTHING }))
      const { providers, models, templates, tasks } = checked.right
      return right(
        json(200, {
          problems: [],
          providers: providers.length,
          models: models.length,
          templates: templates.length,
          tasks: tasks.length,
        }),
      )
    },
  })
