import { checkTopUpEndpoint } from '../../../adapters/http/operator/top-ups/check-top-up.ts'
import { continueRefundEndpoint } from '../../../adapters/http/operator/top-ups/continue-refund.ts'
import { listAllTopUpsEndpoint } from '../../../adapters/http/operator/top-ups/list-top-ups.ts'
import { readAnyTopUpEndpoint } from '../../../adapters/http/operator/top-ups/read-top-up.ts'
import { refundTopUpEndpoint } from '../../../adapters/http/operator/top-ups/refund-top-up.ts'
import { checkTopUp as makeCheckTopUp } from '../../../application/operators/top-ups/check-top-up.ts'
import { continueRefund as makeContinueRefund } from '../../../application/operators/top-ups/continue-refund.ts'
import { readAnyTopUp as makeReadAnyTopUp } from '../../../application/operators/top-ups/read-top-up.ts'
import { refundByOperator as makeRefundByOperator } from '../../../application/operators/top-ups/refund-by-operator.ts'
import { checkPayment, listTopUps, payments } from '../billing.ts'
import { keyedCalls, askingUnitOfWork } from '../metering.ts'
import { topUps, unitOfWork } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'
import { clock, ids } from '../runtime.ts'

export const readAnyTopUp = provision('readAnyTopUp', makeReadAnyTopUp, { topUps })
const checkTopUp = provision('checkTopUp', makeCheckTopUp, { topUps, checkPayment, unitOfWork, ids, clock })
const refundDeps = { topUps, payments, unitOfWork: askingUnitOfWork, ids, clock }
const refundByOperator = provision('refundByOperator', makeRefundByOperator, refundDeps)
const continueRefund = provision('continueRefund', makeContinueRefund, refundDeps)

export const operatorTopUpEndpoints = [
  provisionOf(listAllTopUpsEndpoint, listTopUps),
  provisionOf(readAnyTopUpEndpoint, readAnyTopUp),
  provisionOf(checkTopUpEndpoint, checkTopUp),
  provisionOf(refundTopUpEndpoint, refundByOperator, keyedCalls),
  provisionOf(continueRefundEndpoint, continueRefund),
]
