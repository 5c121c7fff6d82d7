import {
  type AccountRecord,
  earlierName,
  isEarlierName,
  isPrivate,
  placesOf,
  readAccount,
  writeAccount,
} from '../../account/account-record.ts';
import { askPerson, type KnownPerson, keepPerson } from '../../account/person.ts';
import { isServiceIn, ownPlaces, type Places } from '../../account/places.ts';
import { type KeptService, keepPrivateService } from '../../account/private-service/keep-private-service.ts';
import { localPerson } from '../../account/private-service/local-person.ts';
import {
  PrivateServiceDiffers,
  PrivateServiceMissing,
  type RunService,
} from '../../account/private-service/private-service.ts';
import { findSecretStore, loadKeytar } from '../../account/secrets/find-secret-store.ts';
import { renewingToken } from '../../account/tokens/renewing-token.ts';
import { noProxy } from '../../api/transport/proxy.ts';
import { withoutSecrets } from '../../doctor/without-secrets.ts';
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
  /** A private service that the account of the state names keeps its own place. */
  readonly places: Pick<Places, 'state' | 'service'>;
  readonly log: EngineLog;
  readonly runService: RunService;
  /** Reuses threads that are already starting. */
  readonly walkThreads?: WalkThreads | undefined;
  /** Ends a start that is no longer wanted, with its reason. */
  readonly signal?: AbortSignal | undefined;
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
  const { log, runService } = options;
  const kept = await readAccount(options.places.state);
  const places = await placesOf(options.places);
  const isKnown = kept !== null && isPrivate(kept);
  if (isKnown && !isServiceIn(places.service)) throw new PrivateServiceMissing(places.service, places.state);
  const clock = createNodeClock();
  const service = await keepPrivateService(
    {
      data: places.service,
      ...localPerson(systemUserName()),
      run: runService,
      hear: (line) => log.warn(`Private service: ${withoutSecrets(line)}`),
    },
    {
      nowMs: () => performance.now(),
      sleep: (ms, until) => clock.sleep(ms, until),
      warn: (message) => log.warn(withoutSecrets(message)),
    },
    options.signal,
  );
  try {
    const { composed, person } = await signIn({ ...options, places }, service, isKnown ? kept.service : null);
    const close = () => closeInOrder([composed.close, service.stop]);
    return { kind: 'private', composed, person, secrets: null, close };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

const withoutSecretsIn = (text: string | null): string | null => text && withoutSecrets(text);

/**
 * Stores the account, and its token in the secret store, so that the command line can use them too. `lastName`: of the service, as the account had
 * it; null: it had none.
 */
async function signIn(
  { places, log, walkThreads, signal }: OwnServiceOptions,
  service: KeptService,
  lastName: string | null,
): Promise<{ composed: ComposedEngine; person: KnownPerson }> {
  const { address } = service;
  // Owners of different services may have the same id: the folders of one would be compared with the files of another.
  if (lastName !== null && lastName !== address.service && !isEarlierName(lastName)) {
    throw new PrivateServiceDiffers(places.service, places.state);
  }
  const secrets = await findSecretStore(places.state, loadKeytar);
  const freshToken = async (until?: AbortSignal): Promise<string> => {
    const token = await service.newToken(until);
    // Only the command line needs it there.
    await secrets
      .set(address.service, token)
      .catch((error: unknown) => log.error('The token of the private service was not stored.', error));
    return token;
  };
  const connection = composeConnection(
    address,
    renewingToken(await freshToken(signal), () => freshToken()),
    noProxy,
  );
  const first = await askPerson(connection.client, signal);
  const account: AccountRecord = { ...address, userId: first.status.id };
  const person = keepPerson(connection.client, connection.clock, first);
  const composed = await composeEngine({
    state: places.state,
    ownPlaces: ownPlaces(places),
    connection,
    account,
    earlierNames: [earlierName(places.service), ...(lastName === null ? [] : [lastName])],
    person,
    log,
    isLocked: true,
    walkThreads,
    serviceFailure: () => withoutSecretsIn(service.failure()),
  });
  await writeAccount(places.state, account).catch(async (error: unknown) => {
    await composed.close();
    throw error;
  });
  if (lastName !== null && lastName !== address.service) {
    // The token under it expires by itself.
    await secrets
      .delete(lastName)
      .catch((error: unknown) => log.error('The former token of the private service was not deleted.', error));
  }
  return { composed, person };
}
