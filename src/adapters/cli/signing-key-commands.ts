import { JSON_SWITCH } from './checks.ts'
import type { CliUseCases } from './cli-use-cases.ts'
import { type DatabaseCommand, DONE } from './command.ts'
import { printJson, printLine, printTime, wantsJson } from './print.ts'

const rotate: DatabaseCommand<CliUseCases> = {
  name: 'signing-keys rotate',
  summary: 'add a key for access tokens: it is published now and signs ten minutes later',
  needs: 'database',
  usesKeys: true,
  changes: true,
  arguments: [],
  options: [
    { name: 'leaked', summary: 'sign with it now and refuse every token of the old keys; clients refresh theirs' },
    JSON_SWITCH,
  ],
  run: async (useCases, input, out) => {
    const { kid, signsFrom, othersRetireAt } = await useCases.rotateSigningKeys(input.switches.has('leaked'))
    if (wantsJson(input)) {
      const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)
      printJson(out, { kid, signs_from: seconds(signsFrom), others_retire_at: seconds(othersRetireAt) })
    } else {
      printLine(out, `key ${kid} signs from ${printTime(signsFrom)}; the others retire at ${printTime(othersRetireAt)}`)
    }
    return DONE
  },
}

export const SIGNING_KEY_COMMANDS: readonly DatabaseCommand<CliUseCases>[] = [rotate]
