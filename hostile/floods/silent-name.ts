/** A name about which the nameserver of this run is silent. */
export const SILENT_NAME = 'silent.example'
