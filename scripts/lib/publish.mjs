/** What a release is refused for, and how the registry is told where a package was built. */

/**
 * Why these packages must not be published from here, in one sentence; undefined when they may.
 *
 * @param env of the process.
 * @param {Record<string, string>} versions of the packages, by name.
 */
export function publishProblem(env, versions) {
  if (env.GITHUB_ACTIONS !== 'true' || !env.ACTIONS_ID_TOKEN_REQUEST_URL)
    return 'Packages are published by .github/workflows/release.yml alone: elsewhere npm has no provenance to sign.'
  const tag = /^refs\/tags\/v(.+)$/.exec(env.GITHUB_REF ?? '')?.[1]
  if (tag === undefined) return `${env.GITHUB_REF} is not the tag of a version.`
  const other = Object.entries(versions).find(([, version]) => version !== tag)
  return other && `${other[0]} has version ${other[1]}, and the tag is v${tag}.`
}

/** Arguments of npm: the registry refuses a provenance that is not of this workflow, and packages set to trusted publishing take no token. */
export function publishArguments(tarball) {
  return ['publish', tarball, '--provenance', '--access', 'public', '--ignore-scripts']
}
