import type { RotateSigningKeys } from '../../application/accounts/sessions/rotate-signing-keys.ts'
import { secondsOf } from '../../domain/time-units.ts'
import { JSON_SWITCH } from './argument-checks.ts'
import { EXIT_OK } from './command.ts'
import type { DatabaseCommand } from './command.ts'
import { printJson, printLine, printTime, wantsJson } from './print.ts'

export interface SigningKeyUseCases {
  readonly rotateSigningKeys: RotateSigningKeys
}

const rotate: DatabaseCommand<SigningKeyUseCases> = {
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
      printJson(out, { kid, signs_from: secondsOf(signsFrom), others_retire_at: secondsOf(othersRetireAt) })
    } else {
      printLine(out, `key ${kid} signs from ${printTime(signsFrom)}; the others retire at ${printTime(othersRetireAt)}`)
    }
    return EXIT_OK
  },
}

export const SIGNING_KEY_COMMANDS: readonly DatabaseCommand<SigningKeyUseCases>[] = [rotate]
