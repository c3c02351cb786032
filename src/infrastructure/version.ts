import packageJson from '../../package.json' with { type: 'json' }

/** This release, as the package names it. */
export const VERSION: string = packageJson.version
