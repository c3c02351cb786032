import type { ReceiptFacts, UsageFigures } from '../../../domain/ledger/receipt-facts.ts'
import type { Reference } from '../../../domain/ledger/transfer.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import type { ChosenBy } from '../../../domain/routing/rank-deployments.ts'
import { storableJson } from '../sql/storable-json.ts'

/** Reads what `referenceText` wrote. A kind holds no colon. */
export const referenceFrom = (text: string): Reference => {
  const colon = text.indexOf(':')
  return { kind: text.slice(0, Math.max(0, colon)), id: text.slice(colon + 1) }
}

interface AttemptJson {
  readonly provider: string
  readonly upstream_model: string
  readonly outcome: Attempt['outcome']
  readonly upstream_request_id: string | null
  readonly upstream_code?: string
  readonly chosen_by?: ChosenBy
}

/** Facts as they stand in `holds.receipt`. Rows are never rewritten, so a name once written must stay readable. */
interface ReceiptJson {
  readonly model: string
  readonly kind: ReceiptFacts['kind']
  readonly surface?: ReceiptFacts['surface']
  readonly deployment: { readonly provider: string; readonly upstream_model: string } | null
  readonly usage: UsageFigures | null
  readonly tariff_version: string | null
  readonly outcome: ReceiptFacts['outcome']
  readonly estimated: boolean
  readonly attempts: readonly AttemptJson[]
  readonly first_word_ms?: number
  readonly late?: true
}

const attemptJson = (attempt: Attempt): AttemptJson => {
  const { provider, upstreamModel, outcome, upstreamRequestId, upstreamCode, chosenBy } = attempt
  return {
    provider,
    upstream_model: upstreamModel,
    outcome,
    upstream_request_id: upstreamRequestId,
    ...(upstreamCode === undefined || upstreamCode === null ? {} : { upstream_code: upstreamCode }),
    ...(chosenBy === undefined ? {} : { chosen_by: chosenBy }),
  }
}

export const receiptText = (facts: ReceiptFacts): string => {
  const { model, kind, deployment, usage, tariffVersion, outcome, estimated } = facts
  const json: ReceiptJson = {
    model,
    kind,
    ...(facts.surface === undefined ? {} : { surface: facts.surface }),
    deployment: deployment && { provider: deployment.provider, upstream_model: deployment.upstreamModel },
    usage,
    tariff_version: tariffVersion,
    outcome,
    estimated,
    attempts: facts.attempts.map(attemptJson),
    ...(facts.firstWordMs === undefined ? {} : { first_word_ms: facts.firstWordMs }),
    ...(facts.late === undefined ? {} : { late: facts.late }),
  }
  return storableJson(json)
}

const attemptFrom = ({ upstream_code: upstreamCode, chosen_by: chosenBy, ...attempt }: AttemptJson): Attempt => ({
  provider: attempt.provider,
  upstreamModel: attempt.upstream_model,
  outcome: attempt.outcome,
  upstreamRequestId: attempt.upstream_request_id,
  ...(upstreamCode === undefined ? {} : { upstreamCode }),
  ...(chosenBy === undefined ? {} : { chosenBy }),
})

/** Null for a hold without a receipt, and for a value that lacks what every receipt of this program has. */
export const receiptFrom = (json: unknown): ReceiptFacts | null => {
  const { model, kind, deployment, outcome, attempts = [], ...rest } = (json ?? {}) as Partial<ReceiptJson>
  if (model === undefined || kind === undefined || outcome === undefined) return null
  return {
    model,
    kind,
    ...(rest.surface === undefined ? {} : { surface: rest.surface }),
    deployment: deployment ? { provider: deployment.provider, upstreamModel: deployment.upstream_model } : null,
    usage: rest.usage ?? null,
    tariffVersion: rest.tariff_version ?? null,
    outcome,
    estimated: rest.estimated === true,
    attempts: attempts.map(attemptFrom),
    ...(rest.first_word_ms === undefined ? {} : { firstWordMs: rest.first_word_ms }),
    ...(rest.late === undefined ? {} : { late: rest.late }),
  }
}
