import type { ItemId } from '../../../../main/engine/model/ids.ts';
import { diskNameTrouble } from '../../../../main/engine/model/names/disk-names.ts';
import { nameKey } from '../../../../main/engine/model/names/name-key.ts';
import type { Act, What } from '../../script.ts';
import { filesBelow, type Inode, isBare, type VirtualDisk } from '../device/virtual-disk.ts';
import type { Item, ServiceTruth } from '../service/service-truth.ts';
import { COMMON_CONTENTS, type Ledger } from './ledger.ts';
import { isShut, runProgram, switchBranch, unpack, withinReach } from './programs.ts';
import type { WebPerson } from './web-person.ts';

/** Creates a run's contents: unique per save, in the size that the act requests. */
export function contentMaker(ledger: Ledger): (act: Act, sizeBytes?: number) => string {
  let made = 0;
  return (act, sizeBytes) => {
    const common = COMMON_CONTENTS[Math.floor(act.common * COMMON_CONTENTS.length)];
    if (common !== undefined && sizeBytes === undefined) return common;
    made += 1;
    const content = `${act.actor}${made} `.padEnd(sizeBytes ?? act.sizeBytes, '.');
    ledger.saved(content);
    return content;
  };
}

/** A person's computer, and the record of the person's actions. */
export type Desk = {
  readonly disk: VirtualDisk;
  readonly rootPath: string;
  readonly ledger: Ledger;
  readonly make: Maker;
  /** Calls `run` after a delay. */
  readonly later: (afterMs: number, run: () => void) => void;
};

type Maker = ReturnType<typeof contentMaker>;
const bytesOf = (content: string): Uint8Array => new TextEncoder().encode(content);
export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

const OF_FOLDERS_TOO: ReadonlySet<What> = new Set<What>(['move', 'remove', 'swap', 'deny']);

/** A person at a disk. Returns a description of the act, or null if it was not possible. */
export function actOnDisk({ disk, rootPath, ledger, make, later }: Desk, act: Act): string | null {
  const root = disk.look(rootPath).inode;
  if (root === null || isBare(root)) return null;
  const all = withinReach(disk, root);
  const files = all.filter(([, inode]) => inode.kind === 'file');
  const isOfAll = OF_FOLDERS_TOO.has(act.what);
  const [path, inode] = (act.what === 'remove-biggest' ? biggest(all) : choose(isOfAll ? all : files, act.pick)) ?? [];
  const folders: [string, Inode][] = [
    ['', root],
    ...all.filter(([, other]) => other.kind === 'folder' && !isShut(disk, other)),
  ];
  const [intoPath, into] = choose(folders, act.into) ?? ['', root];
  const target = intoPath === '' ? act.name : `${intoPath}/${act.name}`;
  const isFree =
    diskNameTrouble(act.name, disk.traits) === null &&
    ![...into.children.keys()].some((name) => isOneName(disk, name, act.name));
  const place = {
    disk,
    root,
    ledger,
    make,
    later,
    remove: (from: Inode, name: string) => remove(disk, from, name, ledger),
  };
  if (act.what === 'unpack') return isFree ? unpack(place, into, act) : null;
  if (act.what === 'switch-branch') return switchBranch(place, act);

  if (act.what === 'folder' || act.what === 'create') {
    if (!isFree) return null;
    disk.create(
      into,
      act.name,
      act.what === 'folder' ? 'folder' : 'file',
      act.what === 'folder' ? undefined : bytesOf(make(act)),
    );
    return `${act.what} ${target}`;
  }
  if (path === undefined || inode === undefined) return null;
  const [folder, name] = whereIs(disk, `${rootPath}/${path}`);
  switch (act.what) {
    case 'edit':
    case 'edit-same-size':
      replaceBytes(disk, inode, ledger, make(act, act.what === 'edit' ? undefined : inode.bytes.length));
      return `${act.what} ${path}`;
    case 'touch':
      disk.changed(inode);
      return `touch ${path}`;
    case 'save-atomic':
    case 'remove-and-remake':
      remove(disk, folder, name, ledger);
      disk.create(folder, name, 'file', bytesOf(make(act)));
      return `${act.what} ${path}`;
    case 'copy':
      if (!isFree) return null;
      disk.create(into, act.name, 'file', Uint8Array.from(inode.bytes));
      return `copy ${path} to ${target}`;
    case 'remove':
    case 'remove-biggest':
      remove(disk, folder, name, ledger);
      return `remove ${path}`;
    case 'move':
      if (!isFree || isBelow(disk, into, inode)) return null;
      disk.remove(folder, name);
      disk.add(into, act.name, inode);
      return `move ${path} to ${target}`;
    case 'move-over': {
      const [otherPath, other] = choose(files, act.into) ?? [];
      if (other === undefined || otherPath === undefined || other === inode) return null;
      const [otherFolder, otherName] = whereIs(disk, `${rootPath}/${otherPath}`);
      remove(disk, otherFolder, otherName, ledger);
      disk.remove(folder, name);
      disk.add(otherFolder, otherName, inode);
      return `move ${path} over ${otherPath}`;
    }
    case 'swap': {
      const [otherPath, other] = choose(all, act.into) ?? [];
      if (other === undefined || otherPath === undefined || other === inode) return null;
      const [otherFolder, otherName] = whereIs(disk, `${rootPath}/${otherPath}`);
      if (isBelow(disk, otherFolder, inode) || isBelow(disk, folder, other)) return null;
      disk.remove(folder, name);
      disk.remove(otherFolder, otherName);
      disk.add(folder, name, other);
      disk.add(otherFolder, otherName, inode);
      return `swap ${path} with ${otherPath}`;
    }
    default:
      return runProgram({ ...place, file: { path, folder, name, inode } }, act);
  }

  function remove(on: VirtualDisk, from: Inode, childName: string, book: Ledger): void {
    const child = from.children.get(childName);
    if (child === undefined) return;
    for (const gone of [child, ...filesBelow(child, '').values()]) {
      book.deletedHere(on.name).add(on.stat(gone).fingerprint.identity);
      if (gone.kind === 'file') book.replaced(textOf(gone.bytes));
    }
    on.remove(from, childName);
  }
}

/** The folder with the most descendants. */
function biggest(all: readonly [string, Inode][]): [string, Inode] | undefined {
  const folders = all.filter(([, inode]) => inode.kind === 'folder');
  return folders.sort(([, a], [, b]) => filesBelow(b, '').size - filesBelow(a, '').size)[0];
}

function replaceBytes(disk: VirtualDisk, inode: Inode, ledger: Ledger, content: string): void {
  ledger.replaced(textOf(inode.bytes));
  inode.bytes = bytesOf(content);
  disk.changed(inode);
}

function whereIs(disk: VirtualDisk, path: string): [Inode, string] {
  const slash = path.lastIndexOf('/');
  const folder = disk.look(path.slice(0, slash) || '/').inode;
  if (folder === null) throw new Error(`${path} has no folder`);
  return [folder, path.slice(slash + 1)];
}

const isBelow = (disk: VirtualDisk, place: Inode, top: Inode): boolean =>
  place === top || disk.pathOf(place).startsWith(`${disk.pathOf(top)}/`);

/** True if the disk treats both names as one. */
const isOneName = (disk: VirtualDisk, a: string, b: string): boolean =>
  disk.traits.caseSensitive ? a === b : nameKey(a) === nameKey(b);

/** A person on the web. A refused request counts as not possible. */
export async function actOnService({ web, truth, root, ledger, make }: Web, act: Act): Promise<string | null> {
  const all = itemsBelow(truth, root);
  const files = all.filter((item) => item.kind === 'file');
  const folders = [root, ...all.filter((item) => item.kind === 'folder')];
  const into = choose(folders, act.into) ?? root;
  const sizeOf = (folder: Item): number => itemsBelow(truth, folder).length;
  const item =
    act.what === 'remove-biggest'
      ? folders.slice(1).sort((a, b) => sizeOf(b) - sizeOf(a))[0]
      : choose(act.what.startsWith('edit') || act.what === 'remove-and-remake' ? files : all, act.pick);
  const said = (isDone: boolean, words: string): string | null => (isDone ? words : null);
  /** Refused content counts as never saved. */
  const saving = async (content: string, save: (bytes: Uint8Array) => Promise<boolean>): Promise<boolean> => {
    const isSaved = await save(bytesOf(content));
    if (!isSaved) ledger.replaced(content);
    return isSaved;
  };
  const create = (folder: ItemId, name: string): Promise<boolean> =>
    saving(make(act), (bytes) => web.upload(folder, name, bytes));
  const trash = async (what: Item): Promise<boolean> => {
    const lost = [what, ...itemsBelow(truth, what)].flatMap((one) => one.versions.slice(-1));
    const isDone = await web.trash(what);
    if (isDone) for (const { bytes } of lost) ledger.replaced(textOf(bytes));
    return isDone;
  };

  if (act.what === 'create') return said(await create(into.id, act.name), `create ${act.name} in ${into.name}`);
  if (act.what === 'folder')
    return said(await web.createFolder(into.id, act.name), `folder ${act.name} in ${into.name}`);
  if (act.what === 'restore') {
    const trashed = choose(
      [...truth.items.values()].filter((other) => other.isTrashed),
      act.pick,
    );
    return trashed === undefined ? null : said(await web.restore(trashed), `restore ${trashed.name}`);
  }
  if (item === undefined || item.parentId === null) return null;
  switch (act.what) {
    case 'edit':
    case 'edit-same-size': {
      const before = item.versions.at(-1)?.bytes ?? new Uint8Array();
      const content = make(act, act.what === 'edit' ? undefined : before.length);
      const isDone = await saving(content, (bytes) => web.replace(item, bytes));
      if (isDone) ledger.replaced(textOf(before));
      return said(isDone, `${act.what} ${item.name}`);
    }
    case 'move':
      return said(
        await web.update(item, { name: act.name, parent: { id: into.id } }),
        `move ${item.name} to ${act.name} in ${into.name}`,
      );
    case 'remove':
    case 'remove-biggest':
      return said(await trash(item), `remove ${item.name}`);
    case 'remove-and-remake': {
      const isGone = await trash(item);
      return said(isGone && (await create(item.parentId, item.name)), `remove and remake ${item.name}`);
    }
    case 'swap': {
      const other = choose(
        all.filter((one) => one.parentId === item.parentId && one !== item),
        act.into,
      );
      if (other === undefined) return null;
      await web.update(item, { name: `${item.name}.swap` });
      await web.update(other, { name: item.name });
      await web.update(item, { name: other.name });
      return `swap ${item.name} with ${other.name}`;
    }
    case 'annotate':
      return said(await web.update(item, { description: `seen ${act.pick}` }), `annotate ${item.name}`);
    default:
      return null;
  }
}

/** The web person's workplace, and the record of their actions. */
export type Web = {
  readonly web: WebPerson;
  readonly truth: ServiceTruth;
  readonly root: Item;
  readonly ledger: Ledger;
  readonly make: Maker;
};

export function itemsBelow(truth: ServiceTruth, folder: Item): readonly Item[] {
  const found: Item[] = [];
  for (const child of truth.children(folder.id)) found.push(child, ...itemsBelow(truth, child));
  return found;
}

const choose = <Value>(values: readonly Value[], pick: number): Value | undefined =>
  values.length === 0 ? undefined : values[pick % values.length];
