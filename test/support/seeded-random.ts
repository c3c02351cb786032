/** Numbers from 0 to 1, the same again for the same seed. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 48_271 + 11) % 2_147_483_647
    return state / 2_147_483_647
  }
}
