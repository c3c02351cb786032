import { listJobsEndpoint } from '../../../adapters/http/operator/jobs/list-jobs.ts'
import { listJobs as makeListJobs } from '../../../application/operators/jobs/list-jobs.ts'
import { jobBoard } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'

const listJobs = provision('listJobs', makeListJobs, { jobBoard })

export const operatorJobEndpoints = [provisionOf(listJobsEndpoint, listJobs)]
