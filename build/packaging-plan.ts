import type { Configuration } from 'electron-builder';

type Env = Readonly<Record<string, string | undefined>>;

/** Resource file with the public key that updates are verified against. */
const updateKeyFile = 'update-key.pem';

export type PackagingPlan = {
  /** Overrides of `electron-builder.yml` for this run. */
  readonly config: Configuration;
  /** Notes about the packages for the person building them, in sentences. */
  readonly notes: readonly string[];
};

/**
 * The parts of the configuration that depend on this run's secrets. Unsigned packages are for testing only; on macOS they are signed ad hoc. Only
 * an application with an embedded key checks for updates, and it accepts only updates signed with that key, whatever the feed says. `origin` is
 * where the repository was cloned from.
 */
export function packagingPlan(
  platform: NodeJS.Platform,
  env: Env,
  updates: { readonly publicKeyFile: string | null; readonly feedUrl: string | null },
  origin: string | null = null,
): PackagingPlan {
  const isSigned = Boolean(env['CSC_LINK'] || env['CSC_NAME'] || env['WIN_CSC_LINK']);
  const { publicKeyFile, feedUrl } = updates;
  const adHoc: Configuration =
    platform === 'darwin' && !isSigned
      ? // The hardened runtime loads only libraries of one's own team, and an ad hoc signature has none.
        { mac: { identity: '-', hardenedRuntime: false, notarize: false } }
      : {};
  const feed: Configuration =
    publicKeyFile === null
      ? { publish: null }
      : {
          extraResources: [{ from: publicKeyFile, to: updateKeyFile }],
          ...(feedUrl === null ? {} : { publish: { provider: 'generic', url: feedUrl } }),
        };
  // A system package names the project's page, by default the GitHub repository. Elsewhere it names none.
  const page: Configuration = /github\.com[/:]/.test(origin ?? '')
    ? {}
    : { extraMetadata: { homepage: 'about:blank' } };
  const notes = [
    ...(isSigned || platform === 'linux' ? [] : ['These packages are not signed: no certificate was given.']),
    ...(publicKeyFile === null ? ['They look for no updates: TANDEM_UPDATE_KEY was not given.'] : []),
  ];
  return { config: { ...adHoc, ...feed, ...page }, notes };
}
