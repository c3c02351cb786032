import { createVideoEndpoint } from '../../../adapters/http/openai/videos/create-video.ts'
import {
  downloadLegacyVideoEndpoint,
  downloadVideoEndpoint,
} from '../../../adapters/http/openai/videos/download-video.ts'
import {
  createLegacyVideoEndpoint,
  retrieveLegacyVideoEndpoint,
} from '../../../adapters/http/openai/videos/legacy-videos.ts'
import { listVideosEndpoint } from '../../../adapters/http/openai/videos/list-videos.ts'
import { retrieveVideoEndpoint } from '../../../adapters/http/openai/videos/retrieve-video.ts'
import { createVideo as makeCreateVideo } from '../../../application/gateway/videos/create-video.ts'
import { downloadVideo as makeDownloadVideo } from '../../../application/gateway/videos/download-video.ts'
import { finishStaleVideos as makeFinishStaleVideos } from '../../../application/gateway/videos/finish-stale-videos.ts'
import { listVideos as makeListVideos } from '../../../application/gateway/videos/list-videos.ts'
import { readVideo as makeReadVideo } from '../../../application/gateway/videos/read-video.ts'
import { refreshVideo as makeRefreshVideo } from '../../../application/gateway/videos/refresh-video.ts'
import {
  sweepLostVideos as makeSweepLostVideos,
  sweepVideos as makeSweepVideos,
} from '../../../application/gateway/videos/sweep-videos.ts'
import { throttledVideoRefresh as makeThrottledVideoRefresh } from '../../../application/gateway/videos/throttled-video-refresh.ts'
import { videoTerms } from '../../../domain/video/advance-video-job.ts'
import { clock, ids, instance, settledClock, timer } from '../runtime.ts'
import { askingUnitOfWork, circuits, keyRefusals, keyedCalls } from '../metering.ts'
import { mediaAssets, unitOfWork, videoJobs } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'
import { catalog, config, media, providers, urls } from '../resources.ts'

const terms = provision(
  'videoTerms',
  ({ config: { videoKeepDays, upstream } }) => videoTerms(videoKeepDays, upstream.totalTimeoutMs),
  { config },
)

const createVideo = provision('createVideo', makeCreateVideo, {
  unitOfWork: askingUnitOfWork,
  providers: providers.video,
  circuits,
  catalog,
  videoJobs,
  urls,
  keyRefusals,
  ids,
  clock,
  instance,
  timer,
})
const refreshVideo = provision('refreshVideo', makeRefreshVideo, {
  unitOfWork,
  providers: providers.video,
  media,
  clock,
  settledClock,
  terms,
})
export const throttledVideoRefresh = provision('throttledVideoRefresh', makeThrottledVideoRefresh, {
  videoJobs,
  providers: providers.video,
  refreshVideo,
  clock,
})
const readVideo = provision('readVideo', makeReadVideo, { videoJobs, refreshVideo })
const listVideos = provision('listVideos', makeListVideos, { videoJobs })
const downloadVideo = provision('downloadVideo', makeDownloadVideo, { videoJobs, mediaAssets, media, clock })

export const finishStaleVideos = provision('finishStaleVideos', makeFinishStaleVideos, {
  videoJobs,
  refreshVideo,
  clock: settledClock,
})
export const sweepVideos = provision('sweepVideos', makeSweepVideos, {
  unitOfWork,
  videoJobs,
  clock: settledClock,
  terms,
})
export const sweepLostVideos = provision('sweepLostVideos', makeSweepLostVideos, {
  unitOfWork,
  videoJobs,
  clock,
  terms,
})

export const videoEndpoints = [
  provisionOf(createVideoEndpoint, createVideo, keyedCalls),
  provisionOf(listVideosEndpoint, listVideos),
  provisionOf(retrieveVideoEndpoint, readVideo),
  provisionOf(downloadVideoEndpoint, downloadVideo),
  provisionOf(createLegacyVideoEndpoint, createVideo, keyedCalls),
  provisionOf(retrieveLegacyVideoEndpoint, readVideo),
  provisionOf(downloadLegacyVideoEndpoint, downloadVideo),
]
