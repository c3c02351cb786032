/** Why a call to the API did not bring what was asked. */
export type ApiFailure =
  /** The service refused, and says why. */
  | {
      readonly tag: 'refused'
      readonly status: number
      /** The word for the reason; where a field is wrong, what is wrong with it. */
      readonly code: string
      /** The service's own sentence, in English. */
      readonly message: string
      /** The first field that is wrong, as a path such as `body.email`; null where no field is. */
      readonly field: string | null
      readonly retryAfterSeconds: number | null
      readonly requestId: string | null
    }
  /** No answer came: the network or the service is away. */
  | { readonly tag: 'unreachable' }
  /** The session has ended: the person has to sign in again. */
  | { readonly tag: 'signed_out' }

export type Outcome<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly failure: ApiFailure }

interface ProblemRow {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

/** Both envelopes of the API: the account interface's, and the gateway's. */
interface ErrorBody {
  readonly detail?: string | readonly ProblemRow[]
  readonly code?: string
  readonly error?: { readonly message?: string; readonly code?: string | null; readonly param?: string | null }
}

const numberIn = (text: string | null): number | null => {
  const value = Number(text ?? Number.NaN)
  return Number.isFinite(value) ? value : null
}

/** Reads what an answer that is no success says. */
export const failureOf = async (answer: Response): Promise<ApiFailure> => {
  const body = (await answer.json().catch(() => ({}))) as ErrorBody
  const head = {
    tag: 'refused',
    status: answer.status,
    retryAfterSeconds: numberIn(answer.headers.get('retry-after')),
    requestId: answer.headers.get('x-request-id'),
  } as const
  if (body.error !== undefined) {
    const { message = '', code, param } = body.error
    return { ...head, code: code ?? '', message, field: param ?? null }
  }
  if (typeof body.detail === 'string') {
    return { ...head, code: body.code ?? '', message: body.detail, field: null }
  }
  const [first] = body.detail ?? []
  return {
    ...head,
    code: first?.type ?? 'validation_error',
    message: first?.msg ?? '',
    field: first?.loc.join('.') ?? null,
  }
}
