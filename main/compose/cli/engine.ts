import { type AccountRecord, readAccount, writeAccount } from '../../account/account-record.ts';
import { addressAsked } from '../../account/find-account.ts';
import { askPerson, keepPerson } from '../../account/person.ts';
import { runServiceProcess } from '../../account/private-service/run-service.ts';
import type { TokenOwner } from '../../account/tokens/owned-token.ts';
import { ApiError, isUnreached } from '../../api/api-error.ts';
import type { ProxySetting } from '../../api/transport/proxy.ts';
import type { OpenedEngine } from '../../cli/open/open-engine.ts';
import type { CommonFlags } from '../../cli/words/common-flags.ts';
import type { WalkThreads } from '../../engine/adapters/node-file-system/walk/walk-threads.ts';
import { lineLog } from '../../log.ts';
import { openOwnService } from '../account/own-service.ts';
import { composeEngine } from '../engine.ts';
import { openConnection } from './connection.ts';
import { ownPlacesWith } from './own-places.ts';

type EngineUse = {
  readonly walkThreads?: WalkThreads;
  /** Omitted: that of the state folder, as it is at the start. */
  readonly proxy?: ProxySetting | undefined;
  /** Same as `OwnServiceOptions.signal`. */
  readonly signal?: AbortSignal;
};

/** A service without an answer in this time counts as unreachable for the start. */
const FIRST_ANSWER_MS = 5_000;

/** The engine for a command, signed in. A kept private account brings its service, which ends with the engine. */
export async function openEngine(flags: CommonFlags, use: EngineUse = {}): Promise<OpenedEngine> {
  const kept = await readAccount(flags.state);
  const asked = isTokenGiven(flags) ? null : addressAsked(kept, flags.account);
  if (asked?.data === undefined) return openOnService(flags, kept, use);
  const places = { state: flags.state, service: asked.data };
  const own = await openOwnService({
    places,
    log: logOf(flags),
    runService: runServiceProcess,
    walkThreads: use.walkThreads,
    signal: use.signal,
  });
  return { ...own.composed, kind: own.kind, person: own.person, secrets: own.secrets, close: own.close };
}

const isTokenGiven = ({ account }: CommonFlags): boolean =>
  account.tokenFile !== undefined || account.tokenInEnvironment !== undefined;

async function openOnService(
  flags: CommonFlags,
  kept: AccountRecord | null,
  { walkThreads, proxy }: EngineUse,
): Promise<OpenedEngine> {
  let owner: TokenOwner | null = null;
  const connection = await openConnection(flags, { proxy, owner: () => owner });
  // After an earlier sign-in, the engine starts without the service and resumes once it is reachable.
  const isKnown = kept !== null && kept.service === connection.address.service;
  const limit = isKnown ? AbortSignal.timeout(FIRST_ANSWER_MS) : undefined;
  const first = await askPerson(connection.client, limit).catch((error: unknown) => {
    if (limit?.aborted === true || (isKnown && error instanceof ApiError && isUnreached(error))) return null;
    throw error;
  });
  const account = { ...connection.address, userId: first?.status.id ?? kept?.userId ?? '' };
  owner = { userId: account.userId, isConfirmed: first !== null };
  const person = keepPerson(connection.client, connection.clock, first);
  const composed = await composeEngine({
    state: flags.state,
    ownPlaces: await ownPlacesWith(flags.state),
    connection,
    account,
    person,
    log: logOf(flags),
    walkThreads,
  });
  // A stored sign-in stays: it knows more than a given token, such as another upload URL.
  if (kept === null) {
    await writeAccount(flags.state, account).catch(async (error: unknown) => {
      await composed.close();
      throw error;
    });
  }
  const kind = kept?.by === 'login' && !isTokenGiven(flags) ? 'service' : 'given';
  return { ...composed, kind, person, secrets: connection.secrets };
}

const logOf = (flags: CommonFlags) => lineLog((line) => process.stderr.write(`${line}\n`), flags.logLevel, Date.now);
