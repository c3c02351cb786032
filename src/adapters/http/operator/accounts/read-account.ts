import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { ReadAccount } from '../../../../application/operators/accounts/read-account.ts'
import type { AdmissionRates } from '../../../../domain/limits/admission-rates.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { accountDetailsBody, accountParams, writeAccountDetails } from './account-wire.ts'

export const readAccountEndpoint = (readAccount: ReadAccount, rates: Pick<AdmissionRates, 'perAccount'>): Endpoint =>
  endpoint({
    id: 'readAccount',
    method: 'GET',
    path: '/v1/operator/accounts/:account_id',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Read an account, with its keys and its sessions',
    params: accountParams,
    success: { status: 200, description: 'The account. No secret of it is shown.', body: accountDetailsBody },
    failures: ['not_found'],
    handle: async ({ params: { account_id: id } }) => {
      const account = await readAccount(id)
      return isLeft(account) ? account : right(json(200, writeAccountDetails(account.right, rates.perAccount)))
    },
  })
