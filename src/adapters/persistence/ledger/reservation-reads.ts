import { isReservationCommand } from '../../../domain/ledger/reservation-command.ts'
import type { LedgerCommand } from '../../../domain/ledger/command.ts'
import { reservationName } from '../../../domain/ledger/reservation.ts'
import type { Reservation } from '../../../domain/ledger/reservation.ts'
import type { LedgerState } from '../../../domain/ledger/state.ts'
import type { Rows, Statement } from '../engine/batch-transactions.ts'
import { IS_PRESSED } from './pressed-wallets.ts'
import { plainArray, textArray } from '../sql/array-literal.ts'

const COLUMNS = `id, wallet as "walletId", currency, budget_id as "budgetId", instance, granted, captured, returned,
         ended_at is not null as ended`

/** Every command of a reservation locks its wallet first, so these rows need no lock of their own. */
const READ_RESERVATIONS = `select ${COLUMNS} from reservations where id = any($1::text::uuid[])`

const READ_OPEN_RESERVATIONS = `
  select ${COLUMNS} from reservations
   where ended_at is null
     and (instance, budget_id) in (select * from unnest($1::text::text[], $2::text::uuid[]))`

/** Locked, so that an instance is not ended while something is reserved for it. */
const LOCK_INSTANCES = `
  select id from instances where id = any($1::text::text[]) and ended_at is null order by id for share`

/** The locks on the wallets came first, so that no mark comes between this and the grant. */
const READ_PRESSED = `select id from accounts where id = any($1::text::uuid[]) and ${IS_PRESSED}`

/** What a batch reads besides where it has commands of reservations; nothing for any other batch. */
export const reservationReads = (commands: readonly LedgerCommand[]): readonly Statement[] => {
  const ours = commands.filter(isReservationCommand)
  if (ours.length === 0) return []
  const reserves = ours.filter((command) => command.tag === 'reserve')
  const instances = reserves.map(({ instance }) => instance)
  return [
    { text: READ_RESERVATIONS, values: [plainArray(new Set(ours.map(({ reservationId }) => reservationId)))] },
    {
      text: READ_OPEN_RESERVATIONS,
      values: [textArray(instances), plainArray(reserves.map(({ budgetId }) => budgetId))],
    },
    { text: LOCK_INSTANCES, values: [textArray([...new Set(instances)])] },
    { text: READ_PRESSED, values: [plainArray(new Set(reserves.map(({ walletId }) => walletId)))] },
  ]
}

type ReservationState = Pick<LedgerState, 'reservations' | 'openReservations' | 'livingInstances' | 'pressedWallets'>

const idsIn = (rows: Rows): ReadonlySet<string> =>
  new Set((rows as unknown as readonly { readonly id: string }[]).map(({ id }) => id))

/** The part of the state that the rows of `reservationReads` tell. */
export const reservationState = ([
  named = [],
  open = [],
  living = [],
  pressed = [],
]: readonly Rows[]): ReservationState => {
  const rows = [...named, ...open] as unknown as readonly Reservation[]
  return {
    reservations: new Map(rows.map((row) => [row.id, row])),
    openReservations: new Map(rows.filter(({ ended }) => !ended).map((row) => [reservationName(row), row.id])),
    livingInstances: idsIn(living),
    pressedWallets: idsIn(pressed),
  }
}
