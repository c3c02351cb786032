/**
 * Whether a deployment is worth a call. `closed` counts failures in a row; `open` pauses until a moment; `half_open`
 * lets one probe through, whose outcome decides. A probe without a report (its client disconnected) counts as lost
 * after the same pause, so that the circuit does not stay open for ever.
 */
export type Circuit =
  | { readonly tag: 'closed'; readonly failures: number }
  | { readonly tag: 'open'; readonly untilMs: number }
  | { readonly tag: 'half_open'; readonly probeUntilMs: number }

export const FAILURES_TO_OPEN = 5
export const RESET_TIMEOUT_MS = 30_000

export const CLOSED: Circuit = { tag: 'closed', failures: 0 }

/** Whether a call may go through now, and the circuit afterwards. */
export const admit = (circuit: Circuit, nowMs: number): { readonly admitted: boolean; readonly circuit: Circuit } => {
  const probe = { admitted: true, circuit: { tag: 'half_open', probeUntilMs: nowMs + RESET_TIMEOUT_MS } } as const
  const refused = { admitted: false, circuit }
  switch (circuit.tag) {
    case 'closed':
      return { admitted: true, circuit }
    case 'open':
      return nowMs >= circuit.untilMs ? probe : refused
    case 'half_open':
      return nowMs >= circuit.probeUntilMs ? probe : refused
  }
}

/** The circuit after a failure that shows a fault of the deployment. */
export const afterFailure = (circuit: Circuit, nowMs: number): Circuit => {
  const opened: Circuit = { tag: 'open', untilMs: nowMs + RESET_TIMEOUT_MS }
  switch (circuit.tag) {
    case 'closed':
      return circuit.failures + 1 >= FAILURES_TO_OPEN ? opened : { tag: 'closed', failures: circuit.failures + 1 }
    case 'open':
      // A call that had begun before the circuit opened must not prolong the rest.
      return circuit
    case 'half_open':
      return opened
  }
}
