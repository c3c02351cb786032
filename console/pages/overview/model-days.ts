import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { useResource } from '../../ui/resource.ts'
import { TIME_ZONE } from './days.ts'

type Row = Schemas['UsageRow']

/** What one model was used for, by day. */
export interface ModelDays {
  readonly model: string
  readonly rows: readonly Row[]
}

/** So many models have a part of their own in a bar; the others share one. */
const MOST = 4

/** The most expensive first. */
export const byCost = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((one, other) => Number(other.cost) - Number(one.cost))

/**
 * The days of the models that cost most, of these rows by model; none until they are known, and where there is but one.
 */
export const useModelDays = (rows: readonly Row[], from: number, to: number): readonly ModelDays[] => {
  const models =
    rows.length < 2
      ? []
      : byCost(rows)
          .flatMap(({ model }) => model ?? [])
          .slice(0, MOST)
  const { value: known } = useResource(models.join(' '), async (signal) => {
    const days: ModelDays[] = []
    const answers = await Promise.all(
      models.map((model) =>
        call('GET /v1/me/usage', { query: { from, to, group: 'day', time_zone: TIME_ZONE, model }, signal }),
      ),
    )
    for (const [at, answer] of answers.entries()) {
      if (!answer.ok) return answer
      days.push({ model: models[at] ?? '', rows: answer.value.data })
    }
    return { ok: true, value: days }
  }).state
  return known.tag === 'ready' ? known.value : []
}
