import type { ServiceAddress } from '../../account/account-record.ts';
import { findAccount } from '../../account/find-account.ts';
import { type FoundSecrets, findSecretStore, loadKeytar } from '../../account/secrets/find-secret-store.ts';
import type { ProxySetting } from '../../api/transport/proxy.ts';
import { CliError } from '../../cli/cli-error.ts';
import type { CommonFlags } from '../../cli/words/common-flags.ts';
import { connectProven } from '../../private/proven-socket.ts';
import { trustSystemCertificatesFor } from '../../system-certificates.ts';
import { proxyOf } from '../account/proxy-for.ts';
import { type TokenUse, tokensOf } from '../account/tokens.ts';
import { type Connection, composeConnection } from '../connection.ts';

/** `proxy`: omitted, it is that of the state folder, as it is at the start. */
type Use = { readonly proxy?: ProxySetting | undefined; readonly owner?: TokenUse['owner'] };

/** `secrets`: where the sign-in is stored; null: it has none. */
type OpenedConnection = Connection & { readonly secrets: FoundSecrets | null };

/** The connection to the service for a command. */
export async function openConnection(flags: CommonFlags, use: Use = {}): Promise<OpenedConnection> {
  const signedIn = await findAccount(flags.state, flags.account, () => findSecretStore(flags.state, loadKeytar));
  await requirePrivateService(signedIn.address);
  trustSystemCertificatesFor(signedIn.address.baseUrl);
  const proxy = use.proxy ?? (await proxyOf(flags.state));
  const tokens = await tokensOf(flags, signedIn, { ...use, proxy });
  return { ...composeConnection(signedIn.address, tokens, proxy), secrets: signedIn.stored?.secrets ?? null };
}

/** A command that keeps no trees shares the service with others, so it can't start it for itself. */
async function requirePrivateService({ socket }: ServiceAddress): Promise<void> {
  if (socket === undefined) return;
  const line = await connectProven(socket, PROOF_MS).catch(() => null);
  line?.destroy();
  if (line !== null) return;
  throw new CliError(
    'private_service_stopped',
    'The private service is not running.',
    'Start Tandem with `npm start`, the desktop app or `tandem run`, then try again.',
  );
}

const PROOF_MS = 5_000;
