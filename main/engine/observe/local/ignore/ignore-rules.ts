import { baseName, parentPath } from '../../../model/disk-path.ts';
import { nameInMotion } from '../../../model/names/in-motion.ts';
import { IGNORE_FILE } from '../../../model/names/rule-file.ts';
import { STATE_FOLDER } from '../../../model/names/state-folder.ts';
import { DEFAULT_IGNORES } from './default-ignores.ts';
import { type ComparedName, comparedName } from './glob.ts';
import type { IgnoreLine } from './ignore-lines.ts';
import { compileRule, type Rule } from './rule.ts';

/** The rule that ignores a path, as it is written; `source` locates it: `docs/.tandemignore:3`, `settings:3` or `built in`. For `why`. */
export type IgnoreMatch = { readonly rule: string; readonly source: string };

/**
 * The ignore rules. Later rules win: built in, `.tandemignore` at the root, then in each folder on the way down, then the user's own rules: a
 * rule file may come from someone else, who must not decide what leaves this computer. An item inside an ignored folder cannot be included
 * again. Matching ignores case and compares names in NFC, so that rules work the same on every computer. An item in motion has its final name
 * (SPEC P22).
 */
export interface IgnoreRules {
  /** `path` is relative to the root, with `/` between names. Null: it is synced. */
  match(path: string, isFolder: boolean): IgnoreMatch | null;
  /** Replaces the user's own rules. */
  setOwnRules(lines: readonly string[]): void;
  /** The same with other user rules; the folders' rules are shared, not copied. */
  withOwnRules(lines: readonly string[]): Pick<IgnoreRules, 'match'>;
  /** Sets or (null) removes the rules of one folder; true if that changed anything. */
  setFolderRules(folder: string, lines: readonly IgnoreLine[] | null): boolean;
}

/** `first` comes before the rules, and no rule can include what it ignores. */
export const precededBy = (first: (path: string) => IgnoreMatch | null, rules: IgnoreRules): IgnoreRules => ({
  ...rules,
  match: (path, isFolder) => first(path) ?? rules.match(path, isFolder),
  withOwnRules: (lines) => {
    const others = rules.withOwnRules(lines);
    return { match: (path, isFolder) => first(path) ?? others.match(path, isFolder) };
  },
});

/** What is Tandem's own, at any depth: a folder in the root may have been one, and keeps its trash (SPEC P56, P58). */
export const OWN_FOLDER: IgnoreMatch = { rule: `${STATE_FOLDER}/`, source: 'built in' };
const isOwn = (path: string): boolean => path.includes(STATE_FOLDER) && path.split('/').includes(STATE_FOLDER);

/** The rule file that a match comes from, relative to the root; null: the user's own rules, or built in. */
export const ruleFileOf = ({ source }: IgnoreMatch): string | null => RULE_FILE.exec(source)?.[1] ?? null;
const RULE_FILE = new RegExp(`^((?:.*/)?${IGNORE_FILE.replace('.', '\\.')}):\\d+$`, 's');

type Placed = Rule & { readonly source: string };

/** `rules`: the last one first, because it wins. */
type FolderRules = { readonly fingerprint: string; readonly rules: readonly Placed[] };

/** Folders that were asked about stay in memory, since their items follow; after so many, it begins anew. */
const MOST_KEPT = 20_000;

/** `ownLines`: the user's rules from the settings. */
export function createIgnoreRules(
  ownLines: readonly string[],
  folders: Map<string, FolderRules> = new Map(),
): IgnoreRules {
  const builtIn = placed(DEFAULT_IGNORES.map((text) => ({ text, source: 'built in' })));
  let own = placedOwn(ownLines);
  const known = new Map<string, Folder>();

  const folderAt = (path: string): Folder => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const folder = path === '' ? topOf(own, builtIn) : below(folderAt(parentPath(path)), path);
    const itsRules = folders.get(path)?.rules;
    const layered = itsRules === undefined ? folder : withLayer(folder, itsRules);
    if (known.size >= MOST_KEPT) known.clear();
    known.set(path, layered);
    return layered;
  };

  return {
    match(path, isFolder) {
      if (isOwn(path)) return OWN_FOLDER;
      const folder = folderAt(parentPath(path));
      return folder.ignoredBy ?? lastAbout(folder, namesOf(folder, path), isFolder);
    },
    withOwnRules: (lines) => createIgnoreRules(lines, folders),
    setOwnRules(lines) {
      own = placedOwn(lines);
      known.clear();
    },
    setFolderRules(folder, lines) {
      const fingerprint = JSON.stringify(lines ?? []);
      if ((folders.get(folder)?.fingerprint ?? '[]') === fingerprint) return false;
      if (lines === null || lines.length === 0) folders.delete(folder);
      else folders.set(folder, { fingerprint, rules: placedIn(folder, lines) });
      known.clear();
      return true;
    },
  };
}

/** The verdict on a folder, and the state for judging its items. */
type Folder = {
  readonly names: readonly ComparedName[];
  /** Null: it is synced. */
  readonly ignoredBy: IgnoreMatch | null;
  /** The rules that hold for its items, the last ones first. `depth`: that of their folder. */
  readonly layers: readonly { readonly depth: number; readonly rules: readonly Placed[] }[];
};

const topOf = (own: readonly Placed[], builtIn: readonly Placed[]): Folder => ({
  names: [],
  ignoredBy: null,
  layers: [
    { depth: 0, rules: own },
    { depth: 0, rules: builtIn },
  ],
});

function below(parent: Folder, path: string): Folder {
  const names = namesOf(parent, path);
  return { names, ignoredBy: parent.ignoredBy ?? lastAbout(parent, names, true), layers: parent.layers };
}

/** The folder has a rule file. */
function withLayer(folder: Folder, rules: readonly Placed[]): Folder {
  const [own, ...others] = folder.layers;
  const layer = { depth: folder.names.length, rules };
  return { ...folder, layers: own === undefined ? [layer] : [own, layer, ...others] };
}

/** Those of an item in the folder. Its path is as it is on disk. */
const namesOf = ({ names }: Folder, path: string): readonly ComparedName[] => [
  ...names,
  comparedName(nameInMotion(baseName(path).normalize('NFC'))),
];

/** The last rule that is about the item decides. */
function lastAbout({ layers }: Folder, names: readonly ComparedName[], isFolder: boolean): IgnoreMatch | null {
  for (const { depth, rules } of layers) {
    const fromThere = depth === 0 ? names : names.slice(depth);
    const rule = rules.find((one) => one.matches(fromThere, isFolder));
    if (rule !== undefined) return rule.isNegated ? null : { rule: rule.text, source: rule.source };
  }
  return null;
}

type Written = { readonly text: string; readonly source: string };

const placed = (lines: readonly Written[]): readonly Placed[] =>
  lines
    .flatMap(({ text, source }) => {
      const rule = compileRule(text);
      return rule === null ? [] : [{ ...rule, source }];
    })
    .reverse();

const placedOwn = (lines: readonly string[]): readonly Placed[] =>
  placed(lines.map((line, index) => ({ text: line.normalize('NFC'), source: `settings:${index + 1}` })));

const placedIn = (folder: string, lines: readonly IgnoreLine[]): readonly Placed[] =>
  placed(
    lines.map(({ text, line }) => ({
      text,
      source: `${folder === '' ? IGNORE_FILE : `${folder}/${IGNORE_FILE}`}:${line}`,
    })),
  );
