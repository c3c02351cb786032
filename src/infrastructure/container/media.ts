import { readMediaEndpoint } from '../../adapters/http/account/media/read-media.ts'
import { pruneMedia as makePruneMedia } from '../../application/media/prune-media.ts'
import { readMedia as makeReadMedia } from '../../application/media/read-media.ts'
import { createThumbnails } from '../../application/media/thumbnails.ts'
import { mediaAssets, references } from './persistence.ts'
import { provision, provisionOf } from './provision.ts'
import { converter, media, signer } from './resources.ts'
import { clock } from './runtime.ts'

export const thumbnails = provision('thumbnails', createThumbnails, { mediaAssets, media, images: converter })
const readMedia = provision('readMedia', makeReadMedia, { signer, mediaAssets, media, thumbnails, clock })
export const pruneMedia = provision('pruneMedia', makePruneMedia, { media, references, clock })

export const mediaEndpoints = [provisionOf(readMediaEndpoint, readMedia)]
