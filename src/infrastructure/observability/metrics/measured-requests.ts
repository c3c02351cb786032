import type { Endpoint } from '../../../adapters/http/endpoint/endpoint.ts'
import type { AccessRecord } from '../../../adapters/http/request/access-record.ts'
import type { CallNotebook, CallNotes } from './call-notes.ts'
import { OTHER } from './metric-spec.ts'
import type { Figures } from './open-metrics.ts'

interface MeasuredRequestsDeps {
  readonly figures: Figures
  readonly notebook: CallNotebook
  readonly endpoints: readonly Endpoint[]
  /** Whether the catalogue offers a model of that id. */
  readonly isModel: (id: string) => boolean
}

/** By the first digit of the status. */
const STATUS_CLASSES: readonly string[] = [OTHER, '1xx', '2xx', '3xx', '4xx', '5xx']

/** No endpoint took the request, or no provider was asked. */
const NONE = 'none'

/** Every endpoint's surface by the name of the operation. */
const surfacesOf = (endpoints: readonly Endpoint[]): ReadonlyMap<string, string> =>
  new Map(
    endpoints
      .flatMap((endpoint) => (endpoint.variant === undefined ? [endpoint] : [endpoint, endpoint.variant.endpoint]))
      .map(({ id, surface }) => [id, surface.name]),
  )

const outcomeOf = ({ status, clientLeft }: AccessRecord, notes: CallNotes | null): string => {
  if (clientLeft) return 'client_left'
  if (status >= 500) return 'failed'
  if (status >= 400) return 'refused'
  return notes?.isCut === true ? 'cut' : 'answered'
}

/** Counts answered requests by what the access log says of them. */
export const measuredRequests = ({ figures, notebook, endpoints, isModel }: MeasuredRequestsDeps) => {
  const surfaces = surfacesOf(endpoints)

  const modelOf = ({ model }: AccessRecord, notes: CallNotes | null): string => {
    const named = notes?.model ?? model
    if (named === null) return NONE
    return isModel(named) ? named : OTHER
  }

  return (record: AccessRecord): void => {
    const { operation, status, failure, operationId, durationMs } = record
    const surface = surfaces.get(operation) ?? NONE
    figures.requests.add(1, surface, operation, STATUS_CLASSES[Math.floor(status / 100)] ?? OTHER)
    if (failure !== null) figures.refusals.add(1, surface, failure)
    const notes = operationId === null ? null : notebook.take(operationId)
    // A paid call has a name from the moment at which it is carried out; before that it is refused.
    if (operationId === null) return
    figures.calls.add(1, surface, notes?.provider ?? NONE, modelOf(record, notes), outcomeOf(record, notes))
    if (notes === null) return
    figures.overhead.observe((durationMs - notes.waitedMs) / 1000, surface, String(notes.isStream))
  }
}
