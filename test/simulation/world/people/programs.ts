import { nameKey } from '../../../../main/engine/model/names/name-key.ts';
import type { Act } from '../../script.ts';
import { filesBelow, type Inode, type VirtualDisk } from '../device/virtual-disk.ts';
import type { Ledger } from './ledger.ts';

/** The file that a program works on, chosen by a person, and the means to record saves. */
export type Workplace = {
  readonly disk: VirtualDisk;
  readonly root: Inode;
  readonly file: { readonly path: string; readonly folder: Inode; readonly name: string; readonly inode: Inode };
  readonly ledger: Ledger;
  /** Creates new content and records it as saved. */
  readonly make: (act: Act, sizeBytes?: number) => string;
  readonly remove: (folder: Inode, name: string) => void;
  /** Calls `run` after a delay. */
  readonly later: (afterMs: number, run: () => void) => void;
};

const bytesOf = (content: string): Uint8Array => new TextEncoder().encode(content);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The ways in which real programs write files. Returns a description; null: not possible, or not a program's act. */
export function runProgram(place: Workplace, act: Act): string | null {
  switch (act.what) {
    case 'save-vim':
      return saveAsVim(place, act);
    case 'save-emacs':
      return saveAsEmacs(place, act);
    case 'save-office':
      return saveAsOffice(place, act);
    case 'append':
      return appendToLog(place, act);
    case 'edit-back-in-time':
      return editBackInTime(place, act);
    case 'fail-for-good':
      return saveUnreadable(place, act);
    case 'open-alone':
      return openAlone(place, act);
    case 'deny':
      place.file.inode.deniedUntilMs = place.disk.nowMs() + 500 + act.into * 20;
      return `deny ${place.file.path} for ${500 + act.into * 20} ms`;
    default:
      return null;
  }
}

/** Files that people and programs can reach, by path: no temporary files, and nothing in a folder that they may not enter. */
export function withinReach(disk: VirtualDisk, root: Inode): [path: string, inode: Inode][] {
  return [...filesBelow(root)].filter(
    ([path, inode]) => !isOfProgram(nameIn(path)) && !isShut(disk, disk.folderOf(inode)),
  );
}

export function isShut(disk: VirtualDisk, folder: Inode | null): boolean {
  for (let at = folder; at !== null; at = disk.folderOf(at)) if (at.deniedUntilMs > disk.nowMs()) return true;
  return false;
}

/** vim with a backup: the file is renamed, a new one takes its name, the backup is deleted (edge case 48). A swap file exists meanwhile. */
function saveAsVim(place: Workplace, act: Act): string | null {
  const { disk, file } = place;
  const backup = `${file.name}~`;
  if (!isFree(file.folder, backup)) return null;
  passingFile(place, `.${file.name}.swp`, 2_000);
  disk.remove(file.folder, file.name);
  disk.add(file.folder, backup, file.inode);
  disk.create(file.folder, file.name, 'file', bytesOf(place.make(act)));
  place.remove(file.folder, backup);
  return `save ${file.path} with vim`;
}

/** Emacs: the file is renamed to a backup, which stays and replaces the one before it, and a new file takes its name (edge case 48). */
function saveAsEmacs(place: Workplace, act: Act): string | null {
  const { disk, file } = place;
  const backup = `${file.name}~`;
  const earlier = file.folder.children.get(backup);
  if (file.name.endsWith('~') || (earlier === undefined ? !isFree(file.folder, backup) : earlier.kind === 'folder'))
    return null;
  if (earlier !== undefined) place.remove(file.folder, backup);
  disk.remove(file.folder, file.name);
  disk.add(file.folder, backup, file.inode);
  disk.create(file.folder, file.name, 'file', bytesOf(place.make(act)));
  return `save ${file.path} with emacs`;
}

/** An office program: a lock file while the document is open, and a save through two temporary names (edge cases 47 and 49). */
function saveAsOffice(place: Workplace, act: Act): string | null {
  const { disk, file } = place;
  const [fresh, old] = [`~WRD${act.pick}.tmp`, `~WRL${act.pick}.tmp`];
  if (!isFree(file.folder, fresh) || !isFree(file.folder, old)) return null;
  passingFile(place, act.pick % 2 === 0 ? `~$${file.name}` : `.~lock.${file.name}#`, 3_000);
  const saved = disk.create(file.folder, fresh, 'file', bytesOf(place.make(act)));
  disk.remove(file.folder, file.name);
  disk.add(file.folder, old, file.inode);
  disk.remove(file.folder, fresh);
  disk.add(file.folder, file.name, saved);
  place.remove(file.folder, old);
  return `save ${file.path} with an office program`;
}

/**
 * True for a file that a program created for its own use. No person opens, moves or copies it. The engine always ignores it, so content written
 * into it is not owed.
 */
const isOfProgram = (name: string): boolean => /^~\$|^\.~lock\..*#$|\.swp$|^~WR[DL]\d+\.tmp$/.test(name);

/** A temporary file that its program removes again. Its content is not owed. */
function passingFile({ disk, file, ledger, later }: Workplace, name: string, forMs: number): void {
  if (!isFree(file.folder, name)) return;
  const content = `held open by a program`;
  ledger.saved(content);
  ledger.replaced(content);
  const inode = disk.create(file.folder, name, 'file', bytesOf(content));
  later(forMs, () => {
    if (file.folder.children.get(name) === inode) disk.remove(file.folder, name);
  });
}

const HELD_OPEN_MS = 30_000;

/** Appends several lines in short intervals (edge case 46), or the last of them late: the program holds the file open meanwhile (edge case 121). */
function appendToLog({ disk, file, ledger, make, later }: Workplace, act: Act): string {
  const lines = 1 + (act.into % 4);
  const append = (): void => {
    // The file or its folder was deleted: further writes go nowhere. Into one that the engine replaced, they are owed.
    const isDeleted = ledger.deletedHere(disk.name).has(disk.stat(file.inode).fingerprint.identity);
    const isOwed = file.inode.isReplaced && !isDeleted;
    if (!isOwed && ![...filesBelow(disk.root).values()].includes(file.inode)) return;
    ledger.replaced(textOf(file.inode.bytes));
    const content = textOf(file.inode.bytes) + make(act, 8);
    ledger.replaced(content.slice(-8));
    ledger.saved(content);
    file.inode.bytes = bytesOf(content);
    disk.changed(file.inode);
  };
  append();
  const lastMs = act.pick % 3 === 0 ? HELD_OPEN_MS : (lines - 1) * 200;
  for (let line = 1; line < lines; line++) later(line === lines - 1 ? lastMs : line * 200, append);
  return `append ${lines} lines to ${file.path} within ${lastMs} ms`;
}

/** New content with an older modification time (edge case 52). */
function editBackInTime({ disk, file, ledger, make }: Workplace, act: Act): string {
  ledger.replaced(textOf(file.inode.bytes));
  file.inode.bytes = bytesOf(make(act));
  const before = file.inode.mtimeNs;
  disk.changed(file.inode);
  file.inode.mtimeNs = before - BigInt(1 + act.into) * 10_000_000_000n;
  return `edit ${file.path} under an older time`;
}

/** Saves a file and then makes it unreadable: it needs to be uploaded but cannot. */
function saveUnreadable({ disk, file, ledger, make }: Workplace, act: Act): string {
  ledger.replaced(textOf(file.inode.bytes));
  file.inode.bytes = bytesOf(make(act));
  disk.changed(file.inode);
  file.inode.deniedUntilMs = Number.POSITIVE_INFINITY;
  return `save ${file.path} and deny it permanently`;
}

function openAlone({ disk, file }: Workplace, act: Act): string | null {
  if (!disk.traits.locksOpenFiles) return null;
  file.inode.lockedUntilMs = disk.nowMs() + 500 + act.into * 20;
  return `open ${file.path} alone for ${500 + act.into * 20} ms`;
}

/** Unpacks an archive of files in folders at one moment (a small edge case 120). */
export function unpack(place: Omit<Workplace, 'file'>, into: Inode, act: Act): string | null {
  if (!isFree(into, act.name)) return null;
  const { disk, make } = place;
  const top = disk.create(into, act.name, 'folder');
  const below = disk.create(top, 'b', 'folder');
  const count = 3 + (act.pick % 5);
  for (let number = 0; number < count; number++) {
    const folder = number % 2 === 0 ? top : below;
    disk.create(folder, `${number}.txt`, 'file', bytesOf(make(act)));
  }
  return `unpack ${count} files into ${act.name}`;
}

/** Switches a branch: some files change, some disappear and some appear, all at one moment. */
export function switchBranch(place: Omit<Workplace, 'file'>, act: Act): string | null {
  const { disk, root, ledger, make, remove } = place;
  const files = withinReach(disk, root).filter(([, inode]) => inode.kind === 'file');
  let done = 0;
  for (const [index, [path, inode]] of files.entries()) {
    const turn = (index + act.pick) % 4;
    const folder = disk.folderOf(inode);
    const name = nameIn(path);
    if (turn === 3 || folder === null || folder.children.get(name) !== inode) continue;
    done += 1;
    if (turn === 2) remove(folder, name);
    else if (turn === 1) {
      remove(folder, name);
      disk.create(folder, name, 'file', bytesOf(make(act)));
    } else {
      ledger.replaced(textOf(inode.bytes));
      inode.bytes = bytesOf(make(act));
      disk.changed(inode);
    }
  }
  return done === 0 ? null : `switch to another branch, which changes ${done} files`;
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isFree = (folder: Inode, name: string): boolean =>
  ![...folder.children.keys()].some((other) => nameKey(other) === nameKey(name));
