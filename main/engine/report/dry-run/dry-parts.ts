import { basename, dirname, join, sep } from 'node:path';
import type { Transfers } from '../../execute/transfer/transfer.ts';
import { fileIdentity } from '../../model/ids.ts';
import { STATE_FOLDER } from '../../model/names/state-folder.ts';
import type { LocalListing } from '../../model/observation.ts';
import type { DiskTraits, FileSystem } from '../../ports/file-system.ts';
import type { Remote } from '../../ports/remote/remote.ts';
import type { EngineParts } from '../../root/engine-parts.ts';
import type { Store } from '../../store/store.ts';

/**
 * The ports of a dry run: a copy of the store, and ports that pass reads through and refuse writes. Members are listed by name, so that a
 * new mutating member stays out of a dry run until someone adds it deliberately.
 */
export function dryParts(parts: EngineParts, copy: Store): EngineParts {
  const { localTrash: _, ...others } = parts;
  return {
    ...others,
    store: copy,
    fileSystem: readingFileSystem(parts.fileSystem),
    remote: readingRemote(parts.remote),
    transfers: noTransfers(parts.transfers),
    watcher: { watch: refuse },
    trash: refuse,
  };
}

const refuse = (): Promise<never> => Promise.reject(new Error('a dry run changes nothing'));

/** A marker written by a link, and the state folder that contains it, exist only within this dry run. */
function readingFileSystem(real: FileSystem): FileSystem {
  const markers = new Map<string, string>();
  const marked = (listing: LocalListing): LocalListing =>
    markers.has(listing.path) ? withStateFolder(listing) : listing;
  return {
    stat: real.stat,
    realPath: real.realPath,
    list: async (directory) => marked(await real.list(directory)),
    walk: async function* (root, enter, signal) {
      for await (const result of real.walk(root, enter, signal)) {
        yield result.ok ? { ...result, listing: marked(result.listing) } : result;
      }
    },
    openRead: real.openRead,
    // Nothing is collected in a dry run.
    listStaging: async () => [],
    volumeId: real.volumeId,
    movesKeepIdentity: refuse,
    freeBytes: real.freeBytes,
    readMarker: async (root) => markers.get(root) ?? real.readMarker(root),
    writeMarker: async (root, marker) => void markers.set(root, marker),
    traits: (root) => traitsBySight(real, root),
    createFolder: refuse,
    move: refuse,
    openStaging: refuse,
    removeStaging: refuse,
    install: refuse,
    trash: refuse,
    removeMarker: refuse,
  };
}

function withStateFolder(listing: LocalListing): LocalListing {
  const others = listing.entries.filter(({ name }) => name !== STATE_FOLDER);
  const fingerprint = { ...listing.self.fingerprint, identity: fileIdentity('dry-run') };
  return { ...listing, entries: [{ name: STATE_FOLDER, stat: { ...listing.self, fingerprint } }, ...others] };
}

/** Probing a disk for its traits changes its times, so a dry run infers them from the existing names. */
async function traitsBySight(fileSystem: FileSystem, root: string): Promise<DiskTraits> {
  const isWindows = sep === '\\';
  return {
    caseSensitive: await tellsCase(fileSystem, root),
    nameLimit: { length: 255, unit: isWindows ? 'utf16' : 'utf8' },
    platform: isWindows ? 'windows' : 'posix',
  };
}

async function tellsCase(fileSystem: FileSystem, root: string): Promise<boolean> {
  const names = (await fileSystem.list(root)).entries.map(({ name }) => join(root, name));
  for (const path of [...names, root]) {
    const other = join(dirname(path), otherCase(basename(path)));
    if (other === path || names.includes(other)) continue;
    return (await fileSystem.stat(other)) === null;
  }
  return !(sep === '\\');
}

const otherCase = (name: string): string => {
  const upper = name.toUpperCase();
  return upper === name ? name.toLowerCase() : upper;
};

function readingRemote(real: Remote): Remote {
  return {
    requests: real.requests,
    isOurs: real.isOurs,
    currentPosition: real.currentPosition,
    changes: real.changes,
    waitForChange: real.waitForChange,
    item: real.item,
    list: real.list,
    session: real.session,
    parts: real.parts,
    download: real.download,
    versions: real.versions,
    lockOf: real.lockOf,
    createFolder: refuse,
    move: refuse,
    trash: refuse,
    upload: refuse,
    createSession: refuse,
    uploadPart: refuse,
    commit: refuse,
    abort: refuse,
    promote: refuse,
    restore: refuse,
    copyFile: refuse,
    setSyncState: refuse,
    leave: refuse,
  };
}

const noTransfers = (real: Transfers): Transfers => ({
  upload: refuse,
  download: refuse,
  giveUp: () => undefined,
  list: () => [],
  flow: () => real.flow(),
  rates: () => real.rates(),
  cancel: () => false,
  pause: () => undefined,
  resume: () => undefined,
  isPaused: false,
  subscribe: () => () => undefined,
  close: async () => undefined,
});
