import type { BigIntStats, FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { lstat, readdir, watch as watchDirectory } from '../../../disk/disk.ts';
import { STATE_FOLDER } from '../../model/names/state-folder.ts';
import type { Watch, Watcher, WatchListener } from '../../ports/watcher.ts';
import { errnoOf } from '../node-file-system/system-error.ts';
import { createEventRate, MANY_CHANGES } from './event-rate.ts';
import { watchTrouble } from './watch-trouble.ts';
import { openWatchedRoot, type WatchedRoot } from './watched-root.ts';

/** Up to this many names are looked at one by one. */
const FEW_NAMES = 8;

/**
 * The `Watcher` port with one watch per directory and none per file. For large roots where the system has no recursive watch
 * (Linux): 0.1 s and 16 MB for 100,000 files in 1,101 directories.
 */
export function createDirectoryWatcher(): Watcher {
  return {
    async watch(root, listener) {
      const tree = new WatchedTree(root, listener, await openWatchedRoot(root, listener));
      await tree.add(root, 'quietly');
      return tree;
    },
  };
}

type Watched = Inode & { readonly handle: FSWatcher };

/** The system may reuse the inode number of a removed directory at once; the birth time distinguishes the two. */
type Inode = Pick<BigIntStats, 'ino' | 'birthtimeNs'>;

const isSame = (one: Inode, other: Inode): boolean => one.ino === other.ino && one.birthtimeNs === other.birthtimeNs;

/** A class because it holds open handles. */
class WatchedTree implements Watch {
  readonly #root: string;
  readonly #listener: WatchListener;
  readonly #watchedRoot: WatchedRoot;
  readonly #watched = new Map<string, Watched>();
  readonly #isTooMany = createEventRate(() => performance.now());
  /** Names in each directory that appeared, disappeared or were replaced since it was last looked at. */
  readonly #renamed = new Map<string, Set<string>>();
  readonly #running = new Set<Promise<void>>();
  #device: bigint | null = null;
  #closed = false;
  #isTold = false;

  constructor(root: string, listener: WatchListener, watchedRoot: WatchedRoot) {
    this.#root = root;
    this.#listener = listener;
    this.#watchedRoot = watchedRoot;
  }

  /** Watches a directory and its subtree. `aloud` is for a new directory: each one is hinted as soon as its watch is in place. */
  async add(directory: string, how: 'quietly' | 'aloud'): Promise<void> {
    const stats = await this.#look(directory);
    if (stats === null || this.#closed || !stats.isDirectory()) return;
    this.#device ??= stats.dev;
    // Another volume inside the root is not synced (edge case 61).
    if (stats.dev !== this.#device || !this.#watchOne(directory, stats)) return;
    if (how === 'aloud') this.#listener.hint(directory);
    // List only after the watch is in place: a change in between is then seen twice rather than missed.
    for (const child of await this.#childFolders(directory)) await this.add(join(directory, child), how);
  }

  check(): Promise<void> {
    return this.#watchedRoot.check();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { handle } of this.#watched.values()) handle.close();
    this.#watched.clear();
    await Promise.allSettled(this.#running);
  }

  /** False: already watched, or can't be watched. */
  #watchOne(directory: string, { ino, birthtimeNs }: Inode): boolean {
    const known = this.#watched.get(directory);
    // A different directory under a known name: deleted and recreated, or moved here.
    if (known !== undefined && !isSame(known, { ino, birthtimeNs })) this.#drop(directory);
    if (this.#watched.has(directory)) return false;
    try {
      const handle = watchDirectory(directory, (event, name) => {
        this.#onEvent(directory, event, name);
      });
      handle.on('error', (error) => this.#onTrouble(directory, error));
      this.#watched.set(directory, { ino, birthtimeNs, handle });
      return true;
    } catch (error) {
      this.#onTrouble(directory, error);
      return false;
    }
  }

  #onEvent(directory: string, event: string, name: string | null): void {
    if (this.#closed || (directory === this.#root && name === STATE_FOLDER)) return;
    this.#listener.hint(directory);
    if (this.#isTooMany()) this.#listener.renew(MANY_CHANGES);
    if (event !== 'rename' || name === null) return;
    if (directory === this.#root) this.#track(this.#watchedRoot.noteRename(name));
    const names = this.#renamed.get(directory);
    names?.add(name);
    if (names !== undefined) return;
    this.#renamed.set(directory, new Set([name]));
    this.#track(this.#reconcileAll(directory));
  }

  /** The system tells of many names one by one: after that, one listing of the directory stands for many looks. */
  async #reconcileAll(directory: string): Promise<void> {
    await setImmediate();
    const names = this.#renamed.get(directory) ?? new Set();
    this.#renamed.delete(directory);
    if (this.#closed) return;
    const folders = names.size > FEW_NAMES ? new Set(await this.#childFolders(directory)) : names;
    const found: Promise<void>[] = [];
    for (const name of names) {
      const path = join(directory, name);
      if (folders.has(name)) found.push(this.#reconcile(path));
      else if (this.#watched.has(path)) this.#drop(path);
    }
    await Promise.all(found);
  }

  /** A name appeared, disappeared or was replaced: watch it if it is a directory, otherwise stop watching it. */
  async #reconcile(path: string): Promise<void> {
    const stats = await this.#look(path);
    if (this.#closed) return;
    const known = this.#watched.get(path);
    if (known !== undefined && (stats === null || !stats.isDirectory() || !isSame(known, stats))) this.#drop(path);
    if (stats?.isDirectory() === true) await this.add(path, 'aloud');
  }

  #drop(directory: string): void {
    const below = `${join(directory, 'x').slice(0, -1)}`;
    for (const [path, { handle }] of this.#watched) {
      if (path !== directory && !path.startsWith(below)) continue;
      handle.close();
      this.#watched.delete(path);
    }
  }

  async #look(path: string): Promise<BigIntStats | null> {
    try {
      return await lstat(path, { bigint: true });
    } catch (error) {
      const errno = errnoOf(error);
      if (errno !== 'ENOENT' && errno !== 'ENOTDIR') this.#onTrouble(path, error);
      return null;
    }
  }

  async #childFolders(directory: string): Promise<string[]> {
    try {
      const entries = await readdir(directory, { withFileTypes: true });
      const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
      return directory === this.#root ? folders.filter((name) => name !== STATE_FOLDER) : folders;
    } catch (error) {
      // Already gone: the parent's watch has reported it.
      if (errnoOf(error) !== 'ENOENT') this.#onTrouble(directory, error);
      return [];
    }
  }

  /** Reported once: after one directory hits a limit, all later ones hit it too. */
  #onTrouble(directory: string, error: unknown): void {
    if (this.#closed || this.#isTold) return;
    this.#isTold = true;
    this.#listener.blind(watchTrouble(errnoOf(error), directory));
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch((error: unknown) => this.#onTrouble(this.#root, error));
    this.#running.add(tracked);
    void tracked.finally(() => this.#running.delete(tracked));
  }
}
