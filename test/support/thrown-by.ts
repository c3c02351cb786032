/** What a call threw; fails when it did not throw. */
export const thrownBy = async (call: () => PromiseLike<unknown>): Promise<unknown> => {
  try {
    await call()
  } catch (error) {
    return error
  }
  throw new Error('the call was expected to fail')
}
