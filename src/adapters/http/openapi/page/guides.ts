import { errors } from './guide-errors.ts'
import { limits } from './guide-limits.ts'
import { media } from './guide-media.ts'
import { money } from './guide-money.ts'
import { quickStart } from './guide-quick-start.ts'
import { sandbox } from './guide-sandbox.ts'
import { streaming } from './guide-streaming.ts'
import type { Guide } from './guide.ts'

/** The chapters before the reference, in the order in which a newcomer needs them. */
export const guides = (baseUrl: string): readonly Guide[] => [
  quickStart(baseUrl),
  streaming,
  media(baseUrl),
  errors,
  limits,
  money(baseUrl),
  sandbox,
]
