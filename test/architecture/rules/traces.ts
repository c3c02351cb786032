import type { Rule, Violation } from '../source-tree.ts'

const linesWith = (path: string, text: string, pattern: RegExp, message: string): readonly Violation[] =>
  text.split('\n').flatMap((line, index) => (pattern.test(line) ? [{ path, line: index + 1, message }] : []))

/** A path that exists on one machine only. */
const MACHINE_PATH = /(^|[\s'"`(=:@[])\/(work|root|home|Users)\/[\w.-]/

/** A package registry, or a mirror of one, named by its host. */
const REGISTRY_HOST =
  /https?:\/\/[^/\s"'`]*(registry|npmjs|verdaccio|artifactory|nexus)[^/\s"'`]*|\bregistry\.[a-z0-9-]+\.[a-z]{2,}/i

export const noMachinePaths: Rule = (tree) =>
  [...tree.files].flatMap(([path, text]) => linesWith(path, text, MACHINE_PATH, 'names a path of one machine'))

export const noRegistryHosts: Rule = (tree) =>
  [...tree.files].flatMap(([path, text]) => linesWith(path, text, REGISTRY_HOST, 'names a package registry'))

/** The lock file says what is installed (version and hash), never where it came from. */
export const lockfileNamesNoSource: Rule = (tree) =>
  linesWith(
    'package-lock.json',
    tree.files.get('package-lock.json') ?? '',
    /"resolved"\s*:/,
    'names a download address',
  )
