/** As much of the library as is used here. */
declare module 'music-metadata' {
  export const parseBuffer: (
    bytes: Uint8Array,
    file: { readonly mimeType: string; readonly size: number },
    options: { readonly duration: true; readonly skipCovers: true },
  ) => Promise<{
    readonly format: {
      readonly container?: string
      readonly codec?: string
      readonly duration?: number
      readonly bitrate?: number
    }
  }>
}
