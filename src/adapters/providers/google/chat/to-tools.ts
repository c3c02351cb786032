import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import { stringOf } from '../../../../domain/json.ts'
import { arrayOf, nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

interface Declared {
  readonly name: string
  readonly declaration: Wire
  readonly isStrict: boolean
}

type Mode = 'AUTO' | 'ANY' | 'NONE'

interface Choice {
  readonly mode: Mode
  /** Null: any of them. */
  readonly only: ReadonlySet<string> | null
}

const AUTO: Choice = { mode: 'AUTO', only: null }

/** The `tools` and `toolConfig` of a body; `mode` null if there is no tool. */
export interface GoogleTools {
  readonly mode: Mode | null
  readonly fields: Wire
}

export const toTools = (request: ChatRequest): Either<UpstreamFailure, GoogleTools> => {
  const declared: Declared[] = []
  for (const [index, tool] of (request.tools ?? []).entries()) {
    const called = tool['type'] === 'function' ? objectOf(tool['function']) : null
    if (called === null) return unsupported(`tools.${index}.type`, 'This model calls tools of type function alone.')
    declared.push(toDeclared(called))
  }
  if (declared.length === 0) return right({ mode: null, fields: {} })
  const choice = toChoice(request.tool_choice)
  return isLeft(choice) ? choice : right(toFields(declared, choice.right))
}

const toDeclared = (called: Wire): Declared => {
  const name = stringOf(called['name']) ?? ''
  const description = nonEmptyOf(called['description'])
  const parameters = objectOf(called['parameters'])
  return {
    name,
    isStrict: called['strict'] === true,
    declaration: {
      name,
      ...(description === null ? {} : { description }),
      ...(parameters === null ? {} : { parametersJsonSchema: parameters }),
    },
  }
}

const toChoice = (value: ChatRequest['tool_choice']): Either<UpstreamFailure, Choice> => {
  if (value === undefined || value === null || value === 'auto') return right(AUTO)
  if (value === 'none') return right({ mode: 'NONE', only: null })
  if (value === 'required') return right({ mode: 'ANY', only: null })
  const choice = objectOf(value)
  const name = nonEmptyOf(objectOf(choice?.['function'])?.['name'])
  if (choice?.['type'] === 'function' && name !== null) return right({ mode: 'ANY', only: new Set([name]) })
  if (choice?.['type'] === 'allowed_tools') {
    const allowed = objectOf(choice['allowed_tools']) ?? choice
    const names = (arrayOf(allowed['tools']) ?? []).flatMap(
      (tool) => nonEmptyOf(objectOf(objectOf(tool)?.['function'])?.['name']) ?? [],
    )
    return right({ mode: allowed['mode'] === 'required' ? 'ANY' : 'AUTO', only: new Set(names) })
  }
  return unsupported('tool_choice', 'This model cannot be given such a choice of tools.')
}

const toFields = (declared: readonly Declared[], { mode, only }: Choice): GoogleTools => {
  // Names can be allowed only where a call is forced; else the model is shown nothing but the allowed ones.
  const shown = only !== null && mode === 'AUTO' ? declared.filter(({ name }) => only.has(name)) : declared
  if (shown.length === 0) return { mode: null, fields: {} }
  const isValidated = mode === 'AUTO' && shown.some(({ isStrict }) => isStrict)
  return {
    mode,
    fields: {
      tools: [{ functionDeclarations: shown.map(({ declaration }) => declaration) }],
      toolConfig: {
        functionCallingConfig: {
          mode: isValidated ? 'VALIDATED' : mode,
          ...(only !== null && mode === 'ANY' ? { allowedFunctionNames: [...only] } : {}),
        },
      },
    },
  }
}
