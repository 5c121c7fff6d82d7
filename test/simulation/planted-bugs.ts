import { sequenceId } from '../../main/engine/model/ids.ts';
import type { Destination, Remote } from '../../main/engine/ports/remote.ts';
import type { Plant } from './world/device.ts';

/**
 * Mistakes of the kind that clients really had, each put between the engine and the world. The simulator is worth something only
 * as long as it catches every one of them.
 */
export const PLANTED_BUGS: ReadonlyMap<string, Plant> = new Map<string, Plant>([
  ['ignore the etag', { remote: withoutEtags }],
  ['delete on absence: believe a short listing', { remote: withShortListings }],
  ['skip the check before replacing', { fileSystem: (disk) => ({ ...disk, install: installBlindly(disk) }) }],
  ['apply an old event', { remote: withEndlessNews }],
]);

type Disk = Parameters<NonNullable<Plant['fileSystem']>>[0];

/** The precondition is not sent: the last one to write wins. */
function withoutEtags(remote: Remote): Remote {
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

/** Listings that are cut short pass as complete ones, and the stream has to be listed anew every now and then. */
function withShortListings(remote: Remote): Remote {
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

/** Whatever is at the target is taken for what was expected there. */
function installBlindly(disk: Disk): Disk['install'] {
  return async (root, stagingName, target, expect, modifiedAtMs) => {
    const now = expect === null ? null : ((await disk.stat(target))?.fingerprint ?? expect);
    return disk.install(root, stagingName, target, now, modifiedAtMs);
  };
}

/** Every event looks newer than all before, so a repeated or late one overwrites what is known. */
function withEndlessNews(remote: Remote): Remote {
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
