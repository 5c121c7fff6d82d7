import ignore, { type Ignore } from 'ignore';
import { pathInMotion } from '../../../model/names/in-motion.ts';
import { IGNORE_FILE } from '../../../model/names/rule-file.ts';
import { STATE_FOLDER } from '../../../model/names/state-folder.ts';
import { DEFAULT_IGNORES } from './default-ignores.ts';
import { fromRoot, type IgnoreLine } from './ignore-lines.ts';
import { possibleMatch } from './possible-match.ts';

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

/** A name that is valid nowhere, such as `..`, or on no Windows disk, such as `C:`, is asked about before it is refused. */
const LENIENT = { ignorecase: true, allowRelativePaths: true } as const;

/** Compiled rules keep each path that they were asked about; they are compiled anew after this many. */
const MOST_KEPT = 20_000;

/** What is Tandem's own: the state folder of the root, and at any depth the trash that a folder keeps when it is no longer synced (SPEC P56). */
export const OWN_FOLDER: IgnoreMatch = { rule: `/${STATE_FOLDER}/`, source: 'built in' };
const TRASH = `/${STATE_FOLDER}/trash`;

type FolderRules = { readonly fingerprint: string; readonly lines: readonly IgnoreLine[] };

/** The rule file that a match comes from, relative to the root; null: the user's own rules, or built in. */
export const ruleFileOf = ({ source }: IgnoreMatch): string | null => RULE_FILE.exec(source)?.[1] ?? null;
const RULE_FILE = new RegExp(`^((?:.*/)?${IGNORE_FILE.replace('.', '\\.')}):\\d+$`, 's');

/** `ownLines`: the user's rules from the settings. */
export function createIgnoreRules(
  ownLines: readonly string[],
  folders: Map<string, FolderRules> = new Map(),
): IgnoreRules {
  let own = ownLines;
  let compiled = compile(own, folders);
  let tested = 0;
  const compileAnew = (): void => {
    compiled = compile(own, folders);
    tested = 0;
  };

  return {
    match(path, isFolder) {
      if (path === STATE_FOLDER || path.startsWith(`${STATE_FOLDER}/`)) return OWN_FOLDER;
      if (path.includes(TRASH) && (path.includes(`${TRASH}/`) || (isFolder && path.endsWith(TRASH)))) return OWN_FOLDER;
      const name = pathInMotion(path.normalize('NFC'));
      const folder = parentOf(path);
      const isByBase = nearestWithRules(folder, folders) === null;
      if (isByBase && compiled.possible?.test(name) === false) return null;
      if (++tested > MOST_KEPT) compileAnew();
      const { ignored, rule } = compiled.rulesFor(folder).test(isFolder ? `${name}/` : name);
      if (!ignored || rule === undefined) return null;
      const source = rule.mark ?? 'built in';
      return { rule: compiled.written.get(source) ?? rule.pattern, source };
    },
    withOwnRules: (lines) => createIgnoreRules(lines, folders),
    setOwnRules(lines) {
      own = lines;
      compileAnew();
    },
    setFolderRules(folder, lines) {
      const fingerprint = JSON.stringify(lines ?? []);
      if ((folders.get(folder)?.fingerprint ?? '[]') === fingerprint) return false;
      if (lines === null || lines.length === 0) folders.delete(folder);
      else folders.set(folder, { fingerprint, lines });
      compileAnew();
      return true;
    },
  };
}

/** All rules, compiled as they are needed. */
type Compiled = {
  /** Null: every path must be matched. */
  readonly possible: RegExp | null;
  /** All rules that apply to the entries of a folder. Compiled once per folder with its own rules. */
  readonly rulesFor: (folder: string) => Ignore;
  /** The rules of folders as they are written, by their source: compiled, they are relative to the root. */
  readonly written: ReadonlyMap<string, string>;
};

function compile(ownLines: readonly string[], folders: ReadonlyMap<string, FolderRules>): Compiled {
  const base = baseOf(ownLines);
  const written = new Map<string, string>();
  /** The rules of folders, each with those above it; and the same with the user's own rules after them. */
  const layered = new Map<string, Ignore>();
  const complete = new Map<string, Ignore>();

  const withoutOwn = (folder: string): Ignore => {
    const nearest = nearestWithRules(folder, folders);
    if (nearest === null) return base.builtIn;
    const known = layered.get(nearest);
    if (known !== undefined) return known;
    const rules = ignore(LENIENT).add(nearest === '' ? base.builtIn : withoutOwn(parentOf(nearest)));
    for (const { text, line } of folders.get(nearest)?.lines ?? []) {
      const mark = `${nearest === '' ? IGNORE_FILE : `${nearest}/${IGNORE_FILE}`}:${line}`;
      written.set(mark, text);
      rules.add({ pattern: fromRoot(text, pathInMotion(nearest.normalize('NFC'))), mark });
    }
    layered.set(nearest, rules);
    return rules;
  };

  return {
    possible: base.possible,
    written,
    rulesFor: (folder) => {
      const nearest = nearestWithRules(folder, folders);
      if (nearest === null) return base.rules;
      const known = complete.get(nearest);
      if (known !== undefined) return known;
      const rules = ignore(LENIENT).add(withoutOwn(nearest)).add(base.own);
      complete.set(nearest, rules);
      return rules;
    },
  };
}

/** The global rules: built in, the user's, and both; `possible` null: every path must be matched. */
type Base = {
  readonly builtIn: Ignore;
  readonly own: Ignore;
  readonly rules: Ignore;
  readonly possible: RegExp | null;
};

function baseOf(ownLines: readonly string[]): Base {
  const own = ownLines.map((line) => line.normalize('NFC'));
  const builtIn = ignore(LENIENT).add(DEFAULT_IGNORES.map((pattern) => ({ pattern, mark: 'built in' })));
  const ofUser = ignore(LENIENT).add(own.map((pattern, index) => ({ pattern, mark: `settings:${index + 1}` })));
  const rules = ignore(LENIENT).add(builtIn).add(ofUser);
  return { builtIn, own: ofUser, rules, possible: possibleMatch([...DEFAULT_IGNORES, ...own]) };
}

function nearestWithRules(folder: string, folders: ReadonlyMap<string, FolderRules>): string | null {
  if (folders.size === 0) return null;
  for (let at = folder; ; at = parentOf(at)) {
    if (folders.has(at)) return at;
    if (at === '') return null;
  }
}

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
