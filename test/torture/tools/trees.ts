import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { booked, filesBelow, foldersBelow, type Hands, run, sha1At, type Tool } from '../hands.ts';
import { placeToWork } from './editors.ts';

/** Changes that people make to many files at once, and to names and places. */
export const TREES: readonly Tool[] = [
  { name: 'tar', act: unpack },
  { name: 'git', act: git },
  { name: 'cp -a', act: copyTree },
  { name: 'mv a tree', act: moveTree },
  { name: 'mv a file', act: moveFile },
  { name: 'rm', act: removeFile },
  { name: 'rm -r', act: removeTree },
  { name: 'touch and chmod', act: touch },
];

/** No more at once than the guard lets through: a delete that it holds is an end of its own. */
const FEW_FILES = 20;
const someName = (hands: Hands, what: string): string => `${what}-${hands.chance.below(1_000_000)}`;

/** An archive made elsewhere is unpacked into the folder, as `tar` writes: many files, odd times, in one go. */
async function unpack(hands: Hands): Promise<string | null> {
  const elsewhere = mkdtempSync(join(tmpdir(), 'tandem-archive-'));
  try {
    const tree = join(elsewhere, someName(hands, 'unpacked'));
    for (let index = 0; index < 12; index++) {
      const folder = join(tree, `part ${index % 3}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `file ${index}.dat`), hands.content(200 + hands.chance.below(20_000)));
    }
    const archive = join(elsewhere, 'archive.tar.gz');
    if (!(await run('tar', ['czf', archive, '-C', elsewhere, basename(tree)], elsewhere))) return null;
    const target = join(hands.own, basename(tree));
    mkdirSync(target, { recursive: true });
    await booked(hands, target, 'tar x', () =>
      run('tar', ['xzf', archive, '-C', target, '--strip-components=1'], hands.own),
    );
    return `tar x into ${target}`;
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

/** A repository with two branches that differ in a few files; one act makes it, the next ones commit and switch. */
async function git(hands: Hands): Promise<string | null> {
  const repository = join(hands.own, 'repository');
  const call = (...args: string[]): Promise<boolean> => run('git', args, repository);
  if (!existsSync(join(repository, '.git', 'HEAD'))) {
    mkdirSync(repository, { recursive: true });
    const isMade = await booked(hands, repository, 'git init', async () => {
      for (const name of ['main.c', 'README', 'Makefile']) writeFileSync(join(repository, name), hands.content(500));
      return (
        (await call('init', '-q', '-b', 'main')) &&
        (await call('add', '.')) &&
        (await call('commit', '-qm', 'first')) &&
        (await call('branch', 'other'))
      );
    });
    return isMade ? 'git init' : null;
  }
  const branch = hands.chance.pick(['main', 'other']);
  const isDone = await booked(hands, repository, 'git checkout and commit', async () => {
    if (!(await call('checkout', '-qf', branch))) return false;
    writeFileSync(join(repository, hands.chance.pick(['main.c', 'README', 'more.c'])), hands.content(700));
    return (await call('add', '.')) && (await call('commit', '-qm', 'more'));
  });
  return isDone ? `git checkout ${branch} and commit` : null;
}

async function copyTree(hands: Hands): Promise<string | null> {
  const folder = someFolder(hands);
  if (folder === null) return null;
  const target = join(hands.own, someName(hands, 'copy'));
  mkdirSync(target, { recursive: true });
  await booked(hands, target, `cp -a ${folder}`, () => run('cp', ['-a', `${folder}/.`, target], hands.root));
  return `cp -a ${folder} ${target}`;
}

/** A folder below the own one with not too much in it, never the repository. */
function someFolder({ own, chance }: Hands): string | null {
  const folders = foldersBelow(own).filter((path) => path !== '' && !path.startsWith('repository'));
  const small = folders.filter((path) => filesBelow(join(own, path)).length <= FEW_FILES);
  return small.length === 0 ? null : join(own, chance.pick(small));
}

async function moveTree(hands: Hands): Promise<string | null> {
  const folder = someFolder(hands);
  if (folder === null) return null;
  const into = hands.chance.happens(0.2) ? hands.shared : hands.own;
  mkdirSync(into, { recursive: true });
  const target = join(into, someName(hands, 'moved'));
  return (await run('mv', [folder, target], hands.root)) ? `mv ${folder} ${target}` : null;
}

async function moveFile(hands: Hands): Promise<string | null> {
  const area = placeToWork(hands);
  const files = filesBelow(area);
  if (files.length < 2) return null;
  const [from, other] = [hands.chance.pick(files), hands.chance.pick(files)];
  const isOver = hands.chance.happens(0.2) && from !== other;
  const target = join(area, isOver ? other : `${from}.${hands.chance.below(1000)}`);
  const before = sha1At(target);
  renameSync(join(area, from), target);
  if (before !== null) hands.ledger.replaced(before);
  return `mv ${from} ${target}`;
}

async function removeFile(hands: Hands): Promise<string | null> {
  const area = placeToWork(hands);
  const files = filesBelow(area);
  if (files.length < 5) return null;
  const path = join(area, hands.chance.pick(files));
  const before = sha1At(path);
  rmSync(path, { force: true });
  if (before !== null) hands.ledger.replaced(before);
  return `rm ${path}`;
}

async function removeTree(hands: Hands): Promise<string | null> {
  const folder = someFolder(hands);
  if (folder === null || hands.chance.happens(0.5)) return null;
  await booked(hands, folder, 'rm -r', () => run('rm', ['-rf', folder], hands.root));
  return `rm -r ${folder}`;
}

async function touch(hands: Hands): Promise<string | null> {
  const files = filesBelow(hands.own);
  if (files.length === 0) return null;
  const path = join(hands.own, hands.chance.pick(files));
  utimesSync(path, hands.chance.below(2_000_000_000), hands.chance.below(2_000_000_000));
  chmodSync(path, hands.chance.pick([0o600, 0o644, 0o755]));
  return `touch ${path}`;
}
