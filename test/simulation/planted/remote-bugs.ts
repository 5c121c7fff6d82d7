import { once } from 'node:events';
import type { RemoteEntry } from '../../../main/engine/model/entry.ts';
import { type ItemId, type StreamPosition, sequenceId } from '../../../main/engine/model/ids.ts';
import type { Destination } from '../../../main/engine/model/transfer/transfer-records.ts';
import { type Remote, type RemoteChange, RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import type { Refusal } from '../../../main/engine/ports/remote/remote-refusal.ts';

/** Omits the precondition: the last writer wins. */
export function withoutEtags(remote: Remote): Remote {
  const blind = (destination: Destination): Destination =>
    destination.kind === 'new' ? destination : { ...destination, ifMatch: null };
  return {
    ...remote,
    upload: (destination, file, signal) => remote.upload(blind(destination), file, signal),
    commit: (id, commit, signal) => remote.commit(id, { ...commit, ifMatch: null }, signal),
    move: (target, signal) => remote.move({ ...target, ifMatch: null }, signal),
    trash: (target, signal) => remote.trash({ ...target, ifMatch: null }, signal),
  };
}

/** Treats truncated listings as complete, and forces a new full listing now and then. */
export function shortListings(remote: Remote): Remote {
  let calls = 0;
  return {
    ...remote,
    async list(folder, signal) {
      const entries = await remote.list(folder, signal);
      calls += 1;
      return entries !== null && calls % 3 === 0 ? entries.slice(0, -1) : entries;
    },
    async changes(position, signal) {
      calls += 1;
      return calls % 11 === 0 ? { ok: false, reason: 'position_lost' } : remote.changes(position, signal);
    },
  };
}

/** Treats every event as newer than all before, so a repeated or late one overwrites newer data. */
export function endlessNews(remote: Remote): Remote {
  let newest = 1_000;
  return {
    ...remote,
    async changes(position, signal) {
      const page = await remote.changes(position, signal);
      if (!page.ok) return page;
      const changes = page.changes.map((change) => {
        newest += 1;
        return { ...change, entry: { ...change.entry, sequenceId: sequenceId(String(newest)) } };
      });
      return { ...page, changes };
    },
  };
}

/** Skips the events that occurred while the process was down. */
export function eventsSinceTheStart(remote: Remote): Remote {
  let isFirst = true;
  return {
    ...remote,
    async changes(position, signal) {
      const from = isFirst ? await remote.currentPosition(signal) : position;
      isFirst = false;
      return remote.changes(from, signal);
    },
  };
}

/** Skips every seventh event but advances the position. */
export function lostEvents(remote: Remote): Remote {
  let seen = 0;
  return {
    ...remote,
    async changes(position, signal) {
      const page = await remote.changes(position, signal);
      if (!page.ok) return page;
      const changes = page.changes.filter(() => {
        seen += 1;
        return seen % 7 !== 0;
      });
      return { ...page, changes };
    },
  };
}

/** Continues from the newest position instead of the page's: the events of later pages, and of the meantime, are skipped. */
export function newestPosition(remote: Remote): Remote {
  return {
    ...remote,
    async changes(position, signal) {
      const page = await remote.changes(position, signal);
      return page.ok ? { ...page, position: await remote.currentPosition(signal) } : page;
    },
  };
}

/** Takes the position after a full listing instead of before it: what changed in folders already listed is skipped. */
export function positionAfterListing(remote: Remote): Remote {
  const given = new Set<StreamPosition>();
  return {
    ...remote,
    async currentPosition(signal) {
      const position = await remote.currentPosition(signal);
      given.add(position);
      return position;
    },
    async changes(position, signal) {
      const isFirst = given.delete(position);
      return remote.changes(isFirst ? await remote.currentPosition(signal) : position, signal);
    },
  };
}

/** Believes that the stream names everything in a folder that appears. */
export function contentsUnseen(remote: Remote): Remote {
  return {
    ...remote,
    async changes(position, signal) {
      const page = await remote.changes(position, signal);
      if (!page.ok) return page;
      return { ...page, changes: page.changes.map((change) => ({ ...change, contents: false })) };
    },
  };
}

/** Hears of no change any more after a long poll has failed once. */
export function noPollAgain(remote: Remote): Remote {
  let isBroken = false;
  const forEver = async (signal: AbortSignal): Promise<void> => {
    await once(signal, 'abort');
    signal.throwIfAborted();
  };
  return {
    ...remote,
    waitForChange: (position, signal) =>
      isBroken
        ? forEver(signal)
        : remote.waitForChange(position, signal).catch((error: unknown) => {
            isBroken = true;
            throw error;
          }),
  };
}

/** Treats every listing error as an empty folder. */
export function missingForAnError(remote: Remote): Remote {
  let calls = 0;
  return {
    ...remote,
    list: (folder, signal) =>
      remote.list(folder, signal).catch((error: unknown) => {
        if (error instanceof RemoteError) return [];
        throw error;
      }),
    async changes(position, signal) {
      calls += 1;
      return calls % 11 === 0 ? { ok: false, reason: 'position_lost' } : remote.changes(position, signal);
    },
  };
}

/** When another client was faster, compares file times as if all clocks agreed. */
export function lastClockWins(remote: Remote): Remote {
  return {
    ...remote,
    async upload(destination, file, signal) {
      const answer = await remote.upload(destination, file, signal);
      if (answer.ok || answer.reason !== 'changed' || destination.kind === 'new') return answer;
      const there = await remote.item(destination.itemId, 'file', signal);
      const isNewer = (file.contentModifiedAtMs ?? 0) >= (there?.contentModifiedAtMs ?? 0);
      return isNewer ? remote.upload({ ...destination, ifMatch: null }, file, signal) : answer;
    },
  };
}

/** Retries an upload with a lost answer under a new name, to avoid a collision with its possible first result. */
export function retryUnderAnotherName(remote: Remote): Remote {
  return {
    ...remote,
    async upload(destination, file, signal) {
      try {
        return await remote.upload(destination, file, signal);
      } catch (error) {
        if (destination.kind !== 'new') throw error;
        return remote.upload({ ...destination, name: `${destination.name} (1)` }, file, signal);
      }
    },
  };
}

/** Takes the file that has the name for its own upload, without comparing the content. */
export const takenIsOurs = (remote: Remote): Remote =>
  withUploads(remote, (answer) =>
    answer.reason === 'taken' && answer.existingKind === 'file' ? answer.existing : null,
  );

/** Takes a version that came first for its own, without comparing the content. */
export const changedIsOurs = (remote: Remote): Remote =>
  withUploads(remote, ({ reason }, destination) =>
    reason === 'changed' && destination.kind === 'version' ? destination.itemId : null,
  );

/** A refused upload counts as done if `doneAs` returns an item. */
function withUploads(remote: Remote, doneAs: (answer: Refusal, destination: Destination) => ItemId | null): Remote {
  return {
    ...remote,
    async upload(destination, file, signal) {
      const answer = await remote.upload(destination, file, signal);
      const id = answer.ok ? null : doneAs(answer, destination);
      const entry = id === null ? null : await remote.item(id, 'file', signal);
      return entry === null ? answer : { ok: true, entry };
    },
  };
}

/** Forgets the parts of an open upload session, and sends them all again. */
export const partsForgotten = (remote: Remote): Remote => ({ ...remote, parts: async () => [] });

/** Treats our own uploads as other clients' changes: the item disappears and returns as a new one. */
export function echoAsChange(remote: Remote): Remote {
  const ours = new Set<ItemId>();
  const note = (entry: RemoteEntry): void => void ours.add(entry.id);
  return {
    ...remote,
    async upload(destination, file, signal) {
      const answer = await remote.upload(destination, file, signal);
      if (answer.ok) note(answer.entry);
      return answer;
    },
    async changes(position, signal) {
      const page = await remote.changes(position, signal);
      if (!page.ok) return page;
      const changes = page.changes.map((change) => {
        if (change.kind !== 'changed' || !ours.delete(change.entry.id)) return change;
        return { ...change, kind: 'removed' as const, entry: later(change.entry) };
      });
      return { ...page, changes };
    },
  };
}

/** Treats an item that could not be fetched as deleted. */
export function goneWhenNotFetched(remote: Remote): Remote {
  const failed = new Set<ItemId>();
  return {
    ...remote,
    download: (wanted, signal) =>
      remote.download(wanted, signal).catch((error: unknown) => {
        if (error instanceof RemoteError) failed.add(wanted.file);
        throw error;
      }),
    async changes(position, signal) {
      const page = await remote.changes(position, signal);
      if (!page.ok || failed.size === 0) return page;
      const entries = await Promise.all([...failed].map((id) => remote.item(id, 'file', signal)));
      failed.clear();
      const gone = entries.filter((entry) => entry !== null);
      const changes = gone.map((entry): RemoteChange => {
        return { kind: 'removed', entry: later(entry), contents: false };
      });
      return { ...page, changes: [...page.changes, ...changes] };
    },
  };
}

const later = (entry: RemoteEntry): RemoteEntry => ({
  ...entry,
  sequenceId: sequenceId(String(Number(entry.sequenceId ?? '0') + 1)),
});
