import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import { anonymous } from '../surface/auth-methods.ts'
import { DETAIL_SCHEMAS, detailErrors, detailErrorSchema, PROTOCOL_ROWS } from '../surface/detail-errors.ts'
import type { Surface } from '../surface/surface.ts'

/** What the service tells everybody about itself: it needs neither a key nor a session. */
export const serviceSurface: Surface<ProtocolFailure, { readonly none: typeof anonymous }, 'Service'> = {
  name: 'service',
  pathPrefixes: [],
  auth: { none: anonymous },
  errorResponse: detailErrors<ProtocolFailure>(PROTOCOL_ROWS),
  stream: null,
  documents: {
    tags: { Service: 'Health, what is on offer, public keys, this document.' },
    securitySchemes: {},
    errorSchema: detailErrorSchema,
    schemas: DETAIL_SCHEMAS,
  },
}
