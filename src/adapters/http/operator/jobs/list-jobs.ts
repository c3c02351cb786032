import { right } from 'fp-ts/lib/Either.js'
import type { ListJobs } from '../../../../application/operators/jobs/list-jobs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { jobListBody, writeJob } from './job-wire.ts'

export const listJobsEndpoint = (listJobs: ListJobs): Endpoint =>
  endpoint({
    id: 'listJobs',
    method: 'GET',
    path: '/v1/operator/jobs',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Look how the standing work of all processes fares',
    success: {
      status: 200,
      description:
        'By the names of the jobs. Each process, server or worker, reports every five seconds how its jobs fare, so a ' +
        'figure is as old as `reported_at` says. Of a job that no living process does, there is the last process that did it.',
      body: jobListBody,
    },
    failures: [],
    handle: async () => right(json(200, { data: (await listJobs()).map(writeJob) })),
  })
