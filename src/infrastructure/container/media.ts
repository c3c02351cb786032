import { readMediaEndpoint } from '../../adapters/http/account/media/read-media.ts'
import { pruneMedia as makePruneMedia } from '../../application/media/prune-media.ts'
import { readMedia as makeReadMedia } from '../../application/media/read-media.ts'
import { createThumbnails } from '../../application/media/thumbnails.ts'
import { mediaAssets, references } from './persistence.ts'
import { provision, provisionOf } from './provision.ts'
import { converter, media, signer } from './resources.ts'
import { clock, clockWatch, settledClock } from './runtime.ts'

export const thumbnails = provision('thumbnails', createThumbnails, { mediaAssets, media, images: converter })
const readMedia = provision('readMedia', makeReadMedia, { signer, mediaAssets, media, thumbnails, clock })

/** A command starts a process of its own, which has not compared its clock with that of the database before. */
export const pruneMedia = provision(
  'pruneMedia',
  ({ clocks, ...deps }) => {
    const prune = makePruneMedia(deps)
    return async (dryRun: boolean) => {
      await clocks.compare()
      return prune(dryRun)
    }
  },
  { media, references, clocks: clockWatch, clock: settledClock },
)

export const mediaEndpoints = [provisionOf(readMediaEndpoint, readMedia)]
