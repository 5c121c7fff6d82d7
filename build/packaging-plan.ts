import type { Configuration } from 'electron-builder';

type Env = Readonly<Record<string, string | undefined>>;

/** Where the application finds the key that its updates are signed with, among its resources. */
const updateKeyFile = 'update-key.pem';

export type PackagingPlan = {
  /** What is changed in `electron-builder.yml` for this run. */
  readonly config: Configuration;
  /** What a person should know about the packages, in sentences. */
  readonly notes: readonly string[];
};

/**
 * What depends on the secrets of this run. Packages that nobody signed are for trying out: on macOS they are signed ad hoc. Only an
 * application that carries a key looks for updates, and takes those that were signed with it, whatever the feed says.
 */
export function packagingPlan(
  platform: NodeJS.Platform,
  env: Env,
  updates: { readonly publicKeyFile: string | null; readonly feedUrl: string | null },
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
  const notes = [
    ...(isSigned || platform === 'linux' ? [] : ['These packages are not signed: no certificate was given.']),
    ...(publicKeyFile === null ? ['They look for no updates: TANDEM_UPDATE_KEY was not given.'] : []),
  ];
  return { config: { ...adHoc, ...feed }, notes };
}
