import type { Schemas } from '../../../api/api-types.ts'
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
