import type { Schemas } from '../../api/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/money.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import type { Pages } from '../../ui/pages.tsx'
import { actionsTitle, outcomeTitle } from '../../words/column-titles.ts'
import { EVENT_WORDS } from '../../words/event-words.ts'
import { WEBHOOKS_WORDS } from './webhooks-words.ts'

export type Delivery = Schemas['WebhookDeliveryResponse']

interface DeliveriesProps {
  readonly pages: Pages<Delivery>
  readonly isBusy: boolean
  readonly onAgain: (delivery: Delivery) => void
}

/** What was sent to a webhook, and what came of it. */
export const Deliveries = ({ pages, isBusy, onAgain }: DeliveriesProps) => {
  const words = WEBHOOKS_WORDS()
  const columns = [
    { title: words.event, cell: ({ type }: Delivery) => EVENT_WORDS()[type] },
    { title: words.at, cell: ({ occurred_at: at }: Delivery) => <Moment at={at} /> },
    {
      title: outcomeTitle(),
      cell: ({ status, next_attempt_at: at }: Delivery) => (
        <span>
          {words.outcomes[status]}
          {at !== null && (
            <span class="hint">
              {' '}
              ({words.next} <Moment at={at} />)
            </span>
          )}
        </span>
      ),
    },
    {
      title: words.answer,
      cell: ({ last_status: status, last_error: error }: Delivery) => status ?? error ?? words.none,
    },
    { title: words.attempts, isFigure: true, cell: ({ attempts }: Delivery) => attempts },
    {
      title: actionsTitle(),
      cell: (delivery: Delivery) => (
        <Button
          kind="quiet"
          label={`${words.again}: ${EVENT_WORDS()[delivery.type]}`}
          isDisabled={isBusy}
          onPress={() => onAgain(delivery)}
        >
          {words.again}
        </Button>
      ),
    },
  ]
  return (
    <section>
      <h2>{words.deliveries}</h2>
      <PagedTable
        pages={pages}
        caption={words.deliveries}
        columns={columns}
        keyOf={({ id }) => id}
        none={words.noDeliveries}
      />
    </section>
  )
}
