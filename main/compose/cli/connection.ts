import { findAccount } from '../../account/find-account.ts';
import { findSecretStore, loadKeytar } from '../../account/secrets/find-secret-store.ts';
import type { ProxySetting } from '../../api/transport/proxy.ts';
import type { CommonFlags } from '../../cli/words/common-flags.ts';
import { trustSystemCertificatesFor } from '../../system-certificates.ts';
import { proxyOf, type TokenUse, tokensOf } from '../account/tokens.ts';
import { type Connection, composeConnection } from '../connection.ts';

/** `proxy`: omitted, it is that of the state folder, as it is at the start. */
type Use = { readonly proxy?: ProxySetting | undefined; readonly owner?: TokenUse['owner'] };

/** The connection to the service for a command. */
export async function openConnection(flags: CommonFlags, use: Use = {}): Promise<Connection> {
  const signedIn = await findAccount(flags.state, flags.account, () => findSecretStore(flags.state, loadKeytar));
  trustSystemCertificatesFor(signedIn.address.baseUrl);
  const proxy = use.proxy ?? (await proxyOf(flags.state));
  return composeConnection(signedIn.address, await tokensOf(flags, signedIn, { ...use, proxy }), proxy);
}
