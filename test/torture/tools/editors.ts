import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesBelow, foldersBelow, type Hands, run, sha1At, sha1Of, type Tool, writeInPlace } from '../hands.ts';

/** The ways in which programs save a file. */
export const EDITORS: readonly Tool[] = [
  { name: 'create', act: create },
  { name: 'write in place', act: inPlace },
  { name: 'write beside and rename', act: beside },
  { name: 'keep a backup, as vim does', act: withBackup },
  { name: 'office', act: office },
  { name: 'append to a log', act: append },
  { name: 'sed -i', act: sed },
  { name: 'vim', act: vim },
];

/** Mostly in the own folder; where all of them work, few names make for meetings. */
export function placeToWork(hands: Hands): string {
  return hands.chance.happens(0.75) ? hands.own : hands.shared;
}

const NAMES = ['notes.txt', 'report.docx', 'figures.csv', 'todo.md', 'photo.jpg', 'draft.tex'];

async function create(hands: Hands): Promise<string | null> {
  const { chance, ledger } = hands;
  const area = placeToWork(hands);
  const folder = join(area, chance.pick(foldersBelow(area)));
  const name = area === hands.own ? `${chance.below(1_000_000)}-${chance.pick(NAMES)}` : chance.pick(NAMES);
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  const bytes = hands.content();
  const before = sha1At(path);
  writeFileSync(path, bytes);
  if (before !== null) ledger.replaced(before);
  ledger.saved(sha1Of(bytes), `${hands.name}: create ${path}`);
  return `create ${path}`;
}

function someFile(hands: Hands): string | null {
  const area = placeToWork(hands);
  const files = filesBelow(area);
  return files.length === 0 ? null : join(area, hands.chance.pick(files));
}

async function inPlace(hands: Hands): Promise<string | null> {
  const path = someFile(hands);
  if (path === null) return null;
  writeInPlace(hands, path, hands.content(), `${hands.name}: write in place ${path}`);
  return `write in place ${path}`;
}

/** GNOME's and most programs' way: a temporary file beside it takes its name. */
async function beside(hands: Hands): Promise<string | null> {
  const path = someFile(hands);
  if (path === null) return null;
  const bytes = hands.content();
  const temporary = join(dirname(path), `.goutputstream-${hands.chance.below(1_000_000)}`);
  writeFileSync(temporary, bytes);
  takePlace(hands, temporary, path, bytes, 'write beside');
  return `write beside ${path}`;
}

function takePlace(hands: Hands, temporary: string, path: string, bytes: Buffer, words: string): void {
  const before = sha1At(path);
  renameSync(temporary, path);
  if (before !== null) hands.ledger.replaced(before);
  hands.ledger.saved(sha1Of(bytes), `${hands.name}: ${words} ${path}`);
}

async function withBackup(hands: Hands): Promise<string | null> {
  const path = someFile(hands);
  if (path === null) return null;
  const bytes = hands.content();
  const backup = `${path}~`;
  const before = sha1At(path);
  renameSync(path, backup);
  writeFileSync(path, bytes);
  hands.ledger.saved(sha1Of(bytes), `${hands.name}: save with backup ${path}`);
  rmSync(backup, { force: true });
  if (before !== null) hands.ledger.replaced(before);
  return `save with backup ${path}`;
}

/** A lock file, the new content in a temporary file, the old one renamed away, and all of it cleaned up. */
async function office(hands: Hands): Promise<string | null> {
  const path = someFile(hands);
  if (path === null) return null;
  const folder = dirname(path);
  const lock = join(folder, `~$${basename(path)}`);
  const [fresh, old] = [temporaryName(hands), temporaryName(hands)].map((name) => join(folder, name));
  if (fresh === undefined || old === undefined) return null;
  const bytes = hands.content();
  writeFileSync(lock, 'Ann');
  writeFileSync(fresh, bytes);
  const before = sha1At(path);
  renameSync(path, old);
  renameSync(fresh, path);
  hands.ledger.saved(sha1Of(bytes), `${hands.name}: office saves ${path}`);
  rmSync(old, { force: true });
  if (before !== null) hands.ledger.replaced(before);
  rmSync(lock, { force: true });
  return `office saves ${path}`;
}

const temporaryName = ({ chance }: Hands): string =>
  `${chance.below(0xffffffff).toString(16).toUpperCase().padStart(8, '0')}.tmp`;

async function append(hands: Hands): Promise<string | null> {
  const path = join(hands.own, 'growing.log');
  mkdirSync(hands.own, { recursive: true });
  const before = sha1At(path);
  appendFileSync(path, `${hands.chance.fraction()} something happened on ${hands.name}\n`);
  const after = sha1At(path);
  if (after === null) return null;
  hands.ledger.saved(after, `${hands.name}: append to ${path}`);
  if (before !== null) hands.ledger.replaced(before);
  return `append to ${path}`;
}

async function sed(hands: Hands): Promise<string | null> {
  return edit(hands, 'sed', (path) => ['-i', `1s/^/${hands.chance.below(1_000_000)} /`, path]);
}

async function vim(hands: Hands): Promise<string | null> {
  const line = `line ${hands.chance.below(1_000_000)} of ${hands.name}`;
  return edit(hands, 'vim', (path) => ['-u', 'NONE', '-es', '-c', `call append(0, "${line}")`, '-c', 'wq', path]);
}

/** A program changes one file by itself; its content is read before and after. */
async function edit(hands: Hands, program: string, args: (path: string) => readonly string[]): Promise<string | null> {
  const path = someFile(hands);
  if (path === null) return null;
  const before = sha1At(path);
  if (before === null) return null;
  if (!(await run(program, args(path), hands.root))) return null;
  const after = sha1At(path);
  if (after === null || after === before) return null;
  hands.ledger.saved(after, `${hands.name}: ${program} ${path}`);
  hands.ledger.replaced(before);
  return `${program} ${path}`;
}
