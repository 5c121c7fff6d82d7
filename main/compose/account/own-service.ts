import { type AccountRecord, writeAccount } from '../../account/account-record.ts';
import { askPerson, type KnownPerson, keepPerson } from '../../account/person.ts';
import { ownPlaces, type Places } from '../../account/places.ts';
import { type KeptService, keepPrivateService } from '../../account/private-service/keep-private-service.ts';
import type { RunService } from '../../account/private-service/private-service.ts';
import { findSecretStore, loadKeytar } from '../../account/secrets/find-secret-store.ts';
import { renewingToken } from '../../account/tokens/renewing-token.ts';
import { noProxy } from '../../api/transport/proxy.ts';
import { createNodeClock } from '../../engine/adapters/node-clock.ts';
import type { WalkThreads } from '../../engine/adapters/node-file-system/walk/walk-threads.ts';
import type { EngineLog } from '../../engine/root/engine-parts.ts';
import { lockState } from '../../engine/store/state-lock.ts';
import { systemUserName } from '../../private/system-user.ts';
import { closeInOrder } from '../close-in-order.ts';
import { composeConnection } from '../connection.ts';
import { type ComposedEngine, composeEngine } from '../engine.ts';
import type { OpenedAccount } from './accounts.ts';

export type OwnServiceOptions = {
  readonly places: Pick<Places, 'state' | 'service'>;
  readonly log: EngineLog;
  readonly runService: RunService;
  /** Reuses threads that are already starting. */
  readonly walkThreads?: WalkThreads | undefined;
};

/**
 * This computer's private service with its one person, and an engine on it. The state is locked until the service has ended: only its holder
 * starts the service.
 * @throws `StateInUseError`, `PrivateServiceError`, and errors of the disk.
 */
export async function openOwnService(options: OwnServiceOptions): Promise<OpenedAccount> {
  const lock = lockState(options.places.state);
  try {
    const opened = await openLocked(options);
    const close = () => closeInOrder([opened.close, lock.release]);
    return { ...opened, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(options: OwnServiceOptions): Promise<OpenedAccount> {
  const { places, log, runService } = options;
  const clock = createNodeClock();
  const service = await keepPrivateService(
    { data: places.service, ...localPerson(), run: runService },
    {
      nowMs: () => performance.now(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
      warn: (message) => log.warn(message),
    },
  );
  try {
    const { composed, person } = await signIn(options, service);
    const close = () => closeInOrder([composed.close, service.stop]);
    return { kind: 'private', composed, person, secrets: null, close };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/** The person of a private service, named after this computer's user. */
function localPerson(): { readonly login: string; readonly name: string } {
  const name = systemUserName();
  return { login: `${name}@localhost`, name };
}

/** Stores the account, and its token in the secret store, so that the command line can use them too. */
async function signIn(
  { places, log, walkThreads }: OwnServiceOptions,
  service: KeptService,
): Promise<{ composed: ComposedEngine; person: KnownPerson }> {
  const { address } = service;
  const secrets = await findSecretStore(places.state, loadKeytar);
  const freshToken = async (): Promise<string> => {
    const token = await service.newToken();
    // Only the command line needs it there.
    await secrets
      .set(address.service, token)
      .catch((error: unknown) => log.error('The token of the private service was not stored.', error));
    return token;
  };
  const connection = composeConnection(address, renewingToken(await freshToken(), freshToken), noProxy);
  const first = await askPerson(connection.client);
  const account: AccountRecord = { ...address, userId: first.status.id };
  const person = keepPerson(connection.client, connection.clock, first);
  const composed = await composeEngine({
    state: places.state,
    ownPlaces: ownPlaces(places),
    connection,
    account,
    person,
    log,
    isLocked: true,
    walkThreads,
    isServiceFailing: service.isFailing,
  });
  await writeAccount(places.state, account).catch(async (error: unknown) => {
    await composed.close();
    throw error;
  });
  return { composed, person };
}
