import { operatorSession } from '../surface/auth-methods.ts'
import { DETAIL_SCHEMAS, detailErrorSchema } from '../surface/detail-errors.ts'
import type { Surface } from '../surface/surface.ts'
import { operatorError } from './operator-failures.ts'
import type { OperatorFailure } from './operator-failures.ts'

/** The only way in: an endpoint of this surface that asks for no role does not compile. */
const auth = { operator: operatorSession } as const

const GROUPS = {
  Operator:
    'What operators of the service see and do. It needs a session of an account with their role; no API key opens it.',
} as const

/** What operators do without the command line: it is authenticated by the access token of an account with the role. */
export const operatorSurface: Surface<OperatorFailure, typeof auth, keyof typeof GROUPS> = {
  name: 'operator',
  pathPrefixes: [],
  auth,
  errorResponse: operatorError,
  stream: null,
  documents: {
    tags: GROUPS,
    securitySchemes: {},
    errorSchema: detailErrorSchema,
    schemas: DETAIL_SCHEMAS,
  },
}
