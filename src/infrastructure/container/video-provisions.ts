import { createVideoGeneration } from '../../application/conversations/create-video-generation.ts'
import { pollMessage } from '../../application/conversations/poll-message.ts'
import { readVideoGeneration } from '../../application/conversations/read-video-generation.ts'
import { createVideo } from '../../application/gateway/create-video.ts'
import { endOldFilms } from '../../application/gateway/end-old-films.ts'
import { moveVideo } from '../../application/gateway/move-video.ts'
import { pacedVideo } from '../../application/gateway/paced-video.ts'
import { readVideo } from '../../application/gateway/read-video.ts'
import { listVideos } from '../../application/gateway/list-videos.ts'
import { downloadVideo } from '../../application/gateway/download-video.ts'
import { sweepLostVideos, sweepVideos } from '../../application/gateway/sweep-videos.ts'
import { pruneMedia } from '../../application/media/prune-media.ts'
import { readMedia } from '../../application/media/read-media.ts'
import { createThumbnails } from '../../application/media/thumbnails.ts'
import * as port from './port-tokens.ts'
import * as resource from './resource-tokens.ts'
import { provide, type Provision } from './token.ts'
import * as use from './use-case-tokens.ts'

const { clock, ids, unitOfWork } = port

const DAY_MS = 24 * 60 * 60 * 1000
const SWEEP_MARGIN_MS = 60_000

/** The use cases of films and of the stored files that callers read by address. */
export const videoProvisions: readonly Provision[] = [
  provide(
    use.videoTerms,
    ({ config }) => ({
      keepMs: config.videoKeepDays * DAY_MS,
      // One vendor that never answers, another after it, and whatever else may take its time.
      submissionMs: 2 * config.upstream.totalTimeoutMs + SWEEP_MARGIN_MS,
    }),
    { config: resource.config },
  ),
  provide(use.createVideo, createVideo, {
    unitOfWork,
    providers: resource.videoProviders,
    circuits: use.circuits,
    catalog: resource.catalog,
    videoJobs: port.videoJobs,
    urls: resource.urlFetcher,
    ids,
    clock,
    instance: resource.instance,
  }),
  provide(use.moveVideo, moveVideo, {
    unitOfWork,
    providers: resource.videoProviders,
    media: resource.mediaStore,
    clock,
    terms: use.videoTerms,
  }),
  provide(use.pacedVideo, pacedVideo, {
    videoJobs: port.videoJobs,
    providers: resource.videoProviders,
    moveVideo: use.moveVideo,
    clock,
  }),
  provide(use.readVideo, readVideo, { videoJobs: port.videoJobs, moveVideo: use.moveVideo }),
  provide(use.createVideoGeneration, createVideoGeneration, {
    unitOfWork,
    providers: resource.videoProviders,
    circuits: use.circuits,
    catalog: resource.catalog,
    conversations: port.conversations,
    wallets: port.wallets,
    urls: resource.urlFetcher,
    media: resource.mediaStore,
    idempotency: port.idempotency,
    running: use.runningClaims,
    ids,
    clock,
    instance: resource.instance,
  }),
  provide(use.readVideoGeneration, readVideoGeneration, {
    videoJobs: port.videoJobs,
    mediaAssets: port.mediaAssets,
    moveVideo: use.pacedVideo,
    signer: resource.mediaSigner,
    clock,
  }),
  provide(use.pollMessage, pollMessage, {
    conversations: port.conversations,
    messages: port.messages,
    videoJobs: port.videoJobs,
    mediaAssets: port.mediaAssets,
    moveVideo: use.pacedVideo,
    signer: resource.mediaSigner,
    clock,
  }),
  provide(use.listVideos, listVideos, { videoJobs: port.videoJobs }),
  provide(use.downloadVideo, downloadVideo, {
    videoJobs: port.videoJobs,
    mediaAssets: port.mediaAssets,
    media: resource.mediaStore,
    clock,
  }),
  provide(use.endOldFilms, endOldFilms, { videoJobs: port.videoJobs, moveVideo: use.moveVideo, clock }),
  provide(use.sweepVideos, sweepVideos, { unitOfWork, videoJobs: port.videoJobs, clock, terms: use.videoTerms }),
  provide(use.sweepLostVideos, sweepLostVideos, {
    unitOfWork,
    videoJobs: port.videoJobs,
    clock,
    terms: use.videoTerms,
  }),
  provide(use.readMedia, readMedia, {
    signer: resource.mediaSigner,
    mediaAssets: port.mediaAssets,
    media: resource.mediaStore,
    thumbnails: use.thumbnails,
    clock,
  }),
  provide(use.thumbnails, createThumbnails, {
    mediaAssets: port.mediaAssets,
    media: resource.mediaStore,
    images: resource.imageConverter,
  }),
  provide(use.pruneMedia, pruneMedia, { media: resource.mediaStore, references: port.mediaReferences, clock }),
]
