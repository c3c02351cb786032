import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { OpenLedger } from '../../../adapters/persistence/ledger/group-commit-ledger.ts'
import type { LedgerFailure } from '../../../application/ports/billing/ledger.ts'
import type { LedgerCommand, LedgerOutcome, OutcomeOf } from '../../../domain/ledger/command.ts'
import { formatMicro } from '../../../domain/money/decimal.ts'
import { ATTRIBUTES } from './attributes.ts'
import type { Attributes } from './attributes.ts'
import type { OperationSpans } from './operation-spans.ts'
import type { Span, Tracing } from './tracing.ts'

/** The currency of a wallet is not in the command; both have micro-units, and roubles show the most digits. */
const amount = (micro: bigint): string => formatMicro(micro, 'RUB')

const NAMES: Readonly<Record<LedgerCommand['tag'], string>> = {
  place_hold: 'hold',
  settle: 'settle',
  release: 'release',
  transfer: 'transfer',
  reserve: 'reserve',
  capture: 'capture',
  give_back: 'give back',
}

const asked = (command: LedgerCommand): Attributes => {
  switch (command.tag) {
    case 'place_hold':
      return { [ATTRIBUTES.operationId]: command.holdId, [ATTRIBUTES.held]: amount(command.amount) }
    case 'settle':
    case 'capture':
      return { [ATTRIBUTES.operationId]: command.holdId, [ATTRIBUTES.price]: amount(command.price) }
    case 'reserve':
      return { [ATTRIBUTES.held]: amount(command.granted) }
    case 'give_back':
      return {}
    case 'release':
      return { [ATTRIBUTES.operationId]: command.holdId, [ATTRIBUTES.releaseReason]: command.reason }
    case 'transfer':
      return { [ATTRIBUTES.operationId]: command.operationId }
  }
}

const cameTo = (outcome: LedgerOutcome): Attributes =>
  outcome.tag === 'settled'
    ? {
        [ATTRIBUTES.outcome]: outcome.tag,
        [ATTRIBUTES.charged]: amount(outcome.charged),
        [ATTRIBUTES.writtenOff]: amount(outcome.writtenOff),
      }
    : { [ATTRIBUTES.outcome]: outcome.tag }

/** The request that a command belongs to. A hold without a process outlives its request: its end is another's work. */
const requestOf = (command: LedgerCommand, operations: OperationSpans): Span | null => {
  switch (command.tag) {
    case 'place_hold':
      return command.instance === null ? operations.find(null) : operations.begin(command.holdId)
    case 'settle':
    case 'release':
    case 'capture':
      return operations.find(command.holdId)
    case 'reserve':
    case 'give_back':
    case 'transfer':
      return operations.find(null)
  }
}

/** Whether no further command for the operation is to come: a refused hold may be placed again, and a failed end is. */
const isOver = (command: LedgerCommand): boolean =>
  command.tag === 'settle' || command.tag === 'release' || command.tag === 'capture'

/**
 * The same ledger; every command for a recorded request is a span of its trace, those behind the answer too. A command
 * of a loop, which serves no request, is none.
 */
export const tracedLedger = (
  ledger: OpenLedger,
  tracing: Pick<Tracing, 'start'>,
  operations: OperationSpans,
): OpenLedger => {
  const begin = (command: LedgerCommand): Span | null => {
    const request = requestOf(command, operations)
    return request === null ? null : tracing.start(NAMES[command.tag], 'internal', request, asked(command))
  }
  const tracedCall = async <A>(
    command: LedgerCommand,
    work: () => Promise<A>,
    tell: (span: Span | null, a: A) => void,
  ) => {
    const span = begin(command)
    try {
      const result = await work()
      tell(span, result)
      return result
    } catch (error) {
      span?.fail('exception')
      throw error
    } finally {
      span?.end()
    }
  }
  const finish = (command: LedgerCommand, outcome: LedgerOutcome, span: Span | null): void => {
    span?.add(cameTo(outcome))
    if (isOver(command) && 'holdId' in command) operations.end(command.holdId)
  }
  return {
    ...ledger,
    submit: <C extends LedgerCommand>(command: C) =>
      tracedCall(
        command,
        () => ledger.submit(command),
        (span, result: Either<LedgerFailure, OutcomeOf<C>>) =>
          isLeft(result) ? span?.fail(result.left.tag) : finish(command, result.right, span),
      ),
    within: (transaction) => {
      const bound = ledger.within(transaction)
      return {
        ...bound,
        apply: <C extends LedgerCommand>(command: C) =>
          tracedCall(
            command,
            () => bound.apply(command),
            (span, outcome: OutcomeOf<C>) => finish(command, outcome, span),
          ),
      }
    },
  }
}
