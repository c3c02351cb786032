/** Reports to the operator a deployment that does not keep the limit of an answer. */
export interface OutputLimitReporter {
  /**
   * The deployment gave more tokens of output than the limit allowed that was sent to it. Until the process ends it
   * gets no shortened call. Called once for each deployment.
   */
  reportExceeded(
    deployment: string,
    answer: { readonly operationId: string; readonly allowedTokens: number; readonly outputTokens: number },
  ): void
}
