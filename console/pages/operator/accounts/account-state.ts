import type { Schemas } from '../../../api/api-types.ts'
import { countText } from '../../../words/figures.ts'
import { ACCOUNTS_WORDS } from './accounts-words.ts'

type Stated = Pick<Schemas['OperatorAccount'], 'deactivated_at' | 'is_operator' | 'email_verified'>

/** What an operator should know of an account before anything else, in a few words. */
export const stateText = ({
  deactivated_at: closedAt,
  is_operator: isOperator,
  email_verified: isVerified,
}: Stated) => {
  const words = ACCOUNTS_WORDS()
  return [
    closedAt === null ? words.active : words.deactivated,
    ...(isOperator ? [words.isOperator] : []),
    ...(isVerified ? [] : [words.unverified]),
  ].join(', ')
}

export type Limited = Pick<Schemas['OperatorAccountDetails'], 'requests_per_minute' | 'default_requests_per_minute'>

/** How many requests a minute the account may make. */
export const rateText = ({ requests_per_minute: own, default_requests_per_minute: usual }: Limited): string =>
  countText(own ?? usual)
