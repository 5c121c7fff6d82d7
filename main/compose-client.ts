import { mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type AccountRecord, accountKey, writeAccount } from './account/account-record.ts';
import { findSecretStore, loadKeytar } from './account/find-secret-store.ts';
import { keepPrivateService } from './account/keep-private-service.ts';
import { askPerson, type KnownPerson, keepPerson } from './account/person.ts';
import type { Places } from './account/places.ts';
import type { PrivateService } from './account/private-service.ts';
import { renewingToken } from './account/renewing-token.ts';
import { runServiceProcess } from './account/run-service.ts';
import type { CommandHost } from './commands/command-world.ts';
import type { DropBatches } from './commands/drop/drop-batches.ts';
import { type ComposedCommands, composeCommands } from './compose-commands.ts';
import { composeConnection } from './compose-connection.ts';
import { type ComposedEngine, composeEngine } from './compose-engine.ts';
import { createNodeClock } from './engine/adapters/node-clock.ts';
import type { EngineLog } from './engine/engine-parts.ts';
import { serveControlSocket } from './ipc/control-socket.ts';
import { controlSocketPath } from './ipc/control-socket-path.ts';
import type { Served } from './ipc/websocket-transport.ts';

/** Everything but the window: the private service, the engine on its folder, the commands, the control socket; all running. */
export type Client = Served & {
  readonly drops: DropBatches;
  /** The folder that is kept in sync since the first start. */
  readonly syncFolder: string;
  /** The service first, last the lock of the state: started again, it goes on where it was. */
  stop(): Promise<void>;
};

/** @throws `StateInUseError`, `PrivateServiceError`, and what the disk refuses. */
export async function composeClient(options: {
  readonly places: Places;
  readonly host: CommandHost;
  readonly log: EngineLog;
}): Promise<Client> {
  const { places, host, log } = options;
  const clock = createNodeClock();
  const service = await keepPrivateService(
    { data: places.service, ...localPerson(), run: runServiceProcess },
    { sleep: (ms, signal) => clock.sleep(ms, signal), warn: (message) => log.warn(message) },
  );
  try {
    const { composed, person } = await signIn(places, service, log);
    const commands = composeCommands(composed, host, async () => person.current()?.isAdmin ?? false);
    const control = await serveControlSocket(await controlSocketPath(places.state), commands);
    await linkFirstFolder(composed, places.syncFolder);
    composed.engine.start();
    return clientOf(commands, places, async () => {
      await control.close();
      await composed.close();
      await service.stop();
    });
  } catch (error) {
    await service.stop();
    throw error;
  }
}

function clientOf(commands: ComposedCommands, places: Places, stop: () => Promise<void>): Client {
  const { handlers, feeds, reportBug, drops } = commands;
  return { handlers, feeds, reportBug, drops, syncFolder: places.syncFolder, stop };
}

/** The one person of a private service: named as on this computer. */
function localPerson(): { readonly login: string; readonly name: string } {
  const { username } = userInfo();
  return { login: `${username}@localhost`, name: username };
}

/** The account is kept, and its token in the secret store, so that the command line can use them too. */
async function signIn(
  places: Places,
  service: PrivateService,
  log: EngineLog,
): Promise<{ composed: ComposedEngine; person: KnownPerson }> {
  const address = {
    service: `private ${places.service}`,
    baseUrl: service.baseUrl,
    uploadUrl: service.uploadUrl,
  };
  const secrets = await findSecretStore(places.state, loadKeytar);
  const freshToken = async (): Promise<string> => {
    const token = await service.newToken();
    await secrets.set(address.service, token);
    return token;
  };
  const connection = composeConnection(address, renewingToken(await freshToken(), freshToken));
  const first = await askPerson(connection.client);
  const account: AccountRecord = { ...address, userId: first.status.id };
  const person = keepPerson(connection.client, connection.clock, first);
  const composed = composeEngine({
    state: places.state,
    connection,
    account: accountKey(account),
    person,
    log,
  });
  await writeAccount(places.state, account);
  return { composed, person };
}

/** A first start keeps the whole account in the sync folder; later ones keep what the person has chosen since. */
async function linkFirstFolder({ engine, log }: ComposedEngine, syncFolder: string): Promise<void> {
  if (engine.status().roots.length > 0) return;
  await mkdir(syncFolder, { recursive: true });
  const linked = await engine.addRoot({ localPath: join(syncFolder), remoteId: '0' });
  if (!linked.ok) log.warn(`${syncFolder} is not synced: ${linked.error.message} ${linked.error.remedy}`);
}
