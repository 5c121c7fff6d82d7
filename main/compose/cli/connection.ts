import { findAccount } from '../../account/find-account.ts';
import { findSecretStore, loadKeytar } from '../../account/secrets/find-secret-store.ts';
import type { OpenConnection } from '../../cli/open/open-connection.ts';
import { trustSystemCertificatesFor } from '../../system-certificates.ts';
import { proxyOf, tokensOf } from '../account/tokens.ts';
import { composeConnection } from '../connection.ts';

/** The connection to the service for a command. */
export const openConnection: OpenConnection = async (flags) => {
  const signedIn = await findAccount(flags.state, flags.account, () => findSecretStore(flags.state, loadKeytar));
  trustSystemCertificatesFor(signedIn.address.baseUrl);
  const proxy = await proxyOf(flags.state);
  return composeConnection(signedIn.address, await tokensOf(flags, signedIn, proxy), proxy);
};
