/** Markers without a length of their own. */
export const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

export const START_OF_SCAN = 0xda
export const END_OF_IMAGE = 0xd9
