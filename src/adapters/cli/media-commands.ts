import type { pruneMedia } from '../../application/media/prune-media.ts'
import { JSON_SWITCH } from './argument-checks.ts'
import { EXIT_OK } from './command.ts'
import type { DatabaseCommand } from './command.ts'
import { printJson, printLine, wantsJson } from './print.ts'

export interface MediaUseCases {
  readonly pruneMedia: ReturnType<typeof pruneMedia>
}

const prune: DatabaseCommand<MediaUseCases> = {
  name: 'media prune',
  summary: 'delete expired videos, and stored files that nothing refers to and that are older than a day',
  needs: 'database',
  changes: true,
  arguments: [],
  options: [{ name: 'dry-run', summary: 'only count what would be deleted' }, JSON_SWITCH],
  run: async (useCases, input, out) => {
    const dryRun = input.switches.has('dry-run')
    const { files, bytes } = await useCases.pruneMedia(dryRun)
    if (wantsJson(input)) printJson(out, { dry_run: dryRun, files, bytes: bytes.toString() })
    else printLine(out, `${files} file(s), ${bytes} byte(s) ${dryRun ? 'would be deleted' : 'deleted'}`)
    return EXIT_OK
  },
}

export const MEDIA_COMMANDS: readonly DatabaseCommand<MediaUseCases>[] = [prune]
