import type { BigIntStats, FSWatcher } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { lstat, readdir, watch as watchDirectory } from '../../../disk/disk.ts';
import { STATE_FOLDER } from '../../model/names/state-folder.ts';
import type { Watch, Watcher } from '../../ports/watcher.ts';
import { errnoOf } from '../node-file-system/system-error.ts';
import { createEventBacklog, MANY_CHANGES } from './event-backlog.ts';
import { type ClosableListener, untilClosed } from './until-closed.ts';
import { watchTrouble } from './watch-trouble.ts';
import { openWatchedRoot, type WatchedRoot } from './watched-root.ts';

/** Up to this many names are looked at one by one. */
const FEW_NAMES = 8;
/** So many handles are closed in one turn: about a millisecond. */
const CLOSED_AT_ONCE = 100;

/**
 * The `Watcher` port with one watch per directory and none per file. For large roots where the system has no recursive watch
 * (Linux): 0.1 s and 16 MB for 100,000 files in 1,101 directories.
 */
export function createDirectoryWatcher(): Watcher {
  return {
    async watch(root, given, without = []) {
      const listener = untilClosed(given);
      const tree = new WatchedTree({
        root,
        without: new Set(without),
        listener,
        watchedRoot: await openWatchedRoot(root, listener),
      });
      await tree.add(root, null, 'quietly');
      return tree;
    },
  };
}

/** The system may reuse the inode number of a removed directory at once; the birth time distinguishes the two. */
type Inode = Pick<BigIntStats, 'ino' | 'birthtimeNs'>;

const isSame = (one: Inode, other: Inode): boolean => one.ino === other.ino && one.birthtimeNs === other.birthtimeNs;

type Watched = Inode & {
  readonly path: string;
  /** Null: the root. */
  readonly parent: Watched | null;
  readonly handle: FSWatcher;
  /** By name. */
  readonly children: Map<string, Watched>;
  /** Names in it that appeared, disappeared or were replaced since it was last looked at. */
  readonly renamed: Set<string>;
  isDropped: boolean;
};

type Watching = {
  readonly root: string;
  /** Folders that are not watched. */
  readonly without: ReadonlySet<string>;
  readonly listener: ClosableListener;
  readonly watchedRoot: WatchedRoot;
};

/** A class because it holds open handles. */
class WatchedTree implements Watch {
  readonly #root: string;
  readonly #without: ReadonlySet<string>;
  readonly #listener: ClosableListener;
  readonly #watchedRoot: WatchedRoot;
  readonly #isTooMany = createEventBacklog();
  readonly #running = new Set<Promise<void>>();
  /** Their handles, and those of all directories below, are still to be closed. */
  #dropped: Watched[] = [];
  #top: Watched | null = null;
  #device: bigint | null = null;
  #closed = false;
  #isTold = false;

  constructor({ root, without, listener, watchedRoot }: Watching) {
    this.#root = root;
    this.#without = without;
    this.#listener = listener;
    this.#watchedRoot = watchedRoot;
  }

  /** Watches a directory and its subtree. `aloud` is for a new directory: each one is hinted as soon as its watch is in place. */
  async add(path: string, parent: Watched | null, how: 'quietly' | 'aloud'): Promise<void> {
    const stats = await this.#look(path);
    if (stats === null || this.#isOver(parent) || !stats.isDirectory()) return;
    this.#device ??= stats.dev;
    // Another volume inside the root is not synced (edge case 61).
    if (stats.dev !== this.#device) return;
    const watched = this.#watchOne(path, parent, stats);
    if (watched === null) return;
    if (how === 'aloud') this.#listener.hint(path);
    // List only after the watch is in place: a change in between is then seen twice rather than missed.
    for (const child of await this.#childFolders(path)) await this.add(join(path, child), watched, how);
  }

  check(): Promise<void> {
    return this.#watchedRoot.check();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#listener.close();
    if (this.#top !== null) this.#drop(this.#top);
    await Promise.allSettled(this.#running);
  }

  /** A folder of Tandem's own data. */
  #isOwn(path: string): boolean {
    return basename(path) === STATE_FOLDER || this.#without.has(path);
  }

  /** Nothing in this directory needs a watch now. */
  #isOver(directory: Watched | null): boolean {
    return this.#closed || directory?.isDropped === true;
  }

  /** Null: already watched, or can't be watched. */
  #watchOne(path: string, parent: Watched | null, { ino, birthtimeNs }: Inode): Watched | null {
    const known = parent?.children.get(basename(path));
    if (known !== undefined && isSame(known, { ino, birthtimeNs })) return null;
    // A different directory under a known name: deleted and recreated, or moved here.
    if (known !== undefined) this.#drop(known);
    try {
      const handle = watchDirectory(path, (event, name) => {
        this.#onEvent(watched, event, name);
      });
      const [children, renamed] = [new Map<string, Watched>(), new Set<string>()];
      const watched: Watched = { path, parent, ino, birthtimeNs, handle, children, renamed, isDropped: false };
      handle.on('error', (error) => this.#onTrouble(path, error));
      if (parent === null) this.#top = watched;
      else parent.children.set(basename(path), watched);
      return watched;
    } catch (error) {
      this.#onTrouble(path, error);
      return null;
    }
  }

  #onEvent(directory: Watched, event: string, name: string | null): void {
    if (this.#isOver(directory) || (name !== null && this.#isOwn(join(directory.path, name)))) return;
    this.#listener.hint(directory.path);
    if (this.#isTooMany()) this.#listener.renew(MANY_CHANGES);
    if (event !== 'rename' || name === null) return;
    if (directory === this.#top) this.#track(this.#watchedRoot.noteRename(name));
    if (directory.renamed.size === 0) this.#track(this.#reconcileAll(directory));
    directory.renamed.add(name);
  }

  /** The system tells of many names one by one: after that, one listing of the directory stands for many looks. */
  async #reconcileAll(directory: Watched): Promise<void> {
    await setImmediate();
    const names = [...directory.renamed];
    directory.renamed.clear();
    if (this.#isOver(directory)) return;
    const folders = new Set(names.length > FEW_NAMES ? await this.#childFolders(directory.path) : names);
    if (this.#isOver(directory)) return;
    const found: Promise<void>[] = [];
    for (const name of names) {
      const known = directory.children.get(name);
      if (folders.has(name)) found.push(this.#reconcile(directory, name));
      else if (known !== undefined) this.#drop(known);
    }
    await Promise.all(found);
  }

  /** A name appeared, disappeared or was replaced: watch it if it is a directory, otherwise stop watching it. */
  async #reconcile(directory: Watched, name: string): Promise<void> {
    const path = join(directory.path, name);
    const stats = await this.#look(path);
    if (this.#isOver(directory)) return;
    const known = directory.children.get(name);
    if (known !== undefined && (stats === null || !stats.isDirectory() || !isSame(known, stats))) this.#drop(known);
    if (stats?.isDirectory() === true) await this.add(path, directory, 'aloud');
  }

  #drop(directory: Watched): void {
    directory.parent?.children.delete(basename(directory.path));
    directory.isDropped = true;
    this.#dropped.push(directory);
    if (this.#dropped.length === 1) this.#track(this.#closeDropped());
  }

  /** In portions, so that the removal of many directories leaves other work its turn. */
  async #closeDropped(): Promise<void> {
    let closed = 0;
    for (const directory of this.#dropped) {
      if (closed % CLOSED_AT_ONCE === 0) await setImmediate();
      closed += 1;
      directory.isDropped = true;
      directory.handle.close();
      for (const child of directory.children.values()) this.#dropped.push(child);
    }
    this.#dropped = [];
  }

  async #look(path: string): Promise<BigIntStats | null> {
    try {
      return await lstat(path, { bigint: true });
    } catch (error) {
      this.#onTrouble(path, error);
      return null;
    }
  }

  async #childFolders(directory: string): Promise<string[]> {
    try {
      const entries = await readdir(directory, { withFileTypes: true });
      const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
      return folders.filter((name) => !this.#isOwn(join(directory, name)));
    } catch (error) {
      this.#onTrouble(directory, error);
      return [];
    }
  }

  /** Reported once: after one directory hits a limit, all later ones hit it too. */
  #onTrouble(directory: string, error: unknown): void {
    const errno = errnoOf(error);
    // Already gone, perhaps with a file in its place: the parent's watch reports it.
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return;
    if (this.#isTold) return;
    this.#isTold = true;
    this.#listener.blind(watchTrouble(errno, directory));
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch((error: unknown) => this.#onTrouble(this.#root, error));
    this.#running.add(tracked);
    void tracked.finally(() => this.#running.delete(tracked));
  }
}
