import { JSON_SWITCH } from './checks.ts'
import type { CliUseCases } from './cli-use-cases.ts'
import { type DatabaseCommand, DONE } from './command.ts'
import { printJson, printLine, wantsJson } from './print.ts'

const prune: DatabaseCommand<CliUseCases> = {
  name: 'media prune',
  summary: 'delete expired films, and stored files that nothing refers to and that are older than a day',
  needs: 'database',
  changes: true,
  arguments: [],
  options: [{ name: 'dry-run', summary: 'only count what would be deleted' }, JSON_SWITCH],
  run: async (useCases, input, out) => {
    const dryRun = input.switches.has('dry-run')
    const { files, bytes } = await useCases.pruneMedia(dryRun)
    if (wantsJson(input)) printJson(out, { dry_run: dryRun, files, bytes: bytes.toString() })
    else printLine(out, `${files} file(s), ${bytes} byte(s) ${dryRun ? 'would be deleted' : 'deleted'}`)
    return DONE
  },
}

export const MEDIA_COMMANDS: readonly DatabaseCommand<CliUseCases>[] = [prune]
