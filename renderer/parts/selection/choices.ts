import type { SelectionFolder, SelectionTree } from '../../../preload/ipc/shapes/scope.ts';

/**
 * Pending choices in the folder tree, on top of the current selection. Pure: the tree renders from it, and `selection.set` receives
 * the difference. A folder follows the nearest choice above it, otherwise the current selection.
 */
export type Choice = 'synced' | 'not_synced';
export type Choices = ReadonlyMap<string, Choice>;
export type State = SelectionFolder['state'];

/** Folders that have been loaded so far, by the folder they are in; null is the root itself. */
export type Folders = {
  readonly rootId: string;
  readonly byId: ReadonlyMap<string, SelectionFolder & { readonly parentId: string }>;
  readonly below: ReadonlyMap<string, readonly string[]>;
  readonly root: Pick<SelectionTree, 'files' | 'bytes' | 'chosenFiles' | 'chosenBytes'>;
};

export type Amount = { readonly files: number; readonly bytes: number };

export const noChoices: Choices = new Map();

/** Converts choices to and from their stored form. */
export const choicesOf = (pairs: readonly (readonly [string, string])[]): Choices =>
  new Map(pairs.map(([id, choice]) => [id, choice === 'synced' ? 'synced' : 'not_synced']));

/**
 * Null while the root itself is not loaded. `trees`: answers of `selection.tree`, the root's first. A level of a deleted folder stays in the cache,
 * so a folder counts only if all folders above it are listed, and once.
 */
export function foldersOf(trees: readonly SelectionTree[]): Folders | null {
  const [root] = trees;
  if (root === undefined) return null;
  const levels = new Map(trees.map(({ folderId, folders }) => [folderId, folders]));
  const byId = new Map<string, SelectionFolder & { parentId: string }>();
  const below = new Map<string, readonly string[]>();
  const add = (parentId: string): void => {
    const listed = levels.get(parentId)?.filter(({ id }) => !byId.has(id));
    if (listed === undefined) return;
    const ids = listed.map(({ id }) => id);
    below.set(parentId, ids);
    for (const folder of listed) byId.set(folder.id, { ...folder, parentId });
    for (const id of ids) add(id);
  };
  add(root.folderId);
  return { rootId: root.folderId, byId, below, root };
}

/** The displayed state of a folder, with the choices for it, above it and below it. */
export function stateOf(folders: Folders, choices: Choices, id: string): State {
  const base = baseOf(folders, choices, id);
  const children = folders.below.get(id) ?? [];
  if (!children.some((child) => hasChoiceIn(folders, choices, child))) return base;
  const states = children.map((child) => stateOf(folders, choices, child));
  if (base === 'not_synced') return states.every((state) => state === 'not_synced') ? base : 'partially_synced';
  return states.every((state) => state === 'synced') ? 'synced' : 'partially_synced';
}

/** Toggles a folder: a fully selected one is deselected, any other is selected. Choices below it are overruled. */
export function toggled(folders: Folders, choices: Choices, id: string): Choices {
  const wanted: Choice = stateOf(folders, choices, id) === 'synced' ? 'not_synced' : 'synced';
  const next = new Map([...choices].filter(([other]) => other !== id && !isAbove(folders, id, other)));
  // Store only choices that differ from the inherited state.
  if (stateOf(folders, next, id) !== wanted) next.set(id, wanted);
  return next;
}

/** The amount of the whole root that would be on this computer. */
export function chosenAmount(folders: Folders, choices: Choices): Amount {
  const { chosenFiles, chosenBytes } = folders.root;
  let [files, bytes] = [chosenFiles, chosenBytes];
  for (const child of folders.below.get(folders.rootId) ?? []) {
    const folder = folders.byId.get(child);
    if (folder === undefined) continue;
    const amount = amountOf(folders, choices, child);
    files += amount.files - folder.chosenFiles;
    bytes += amount.bytes - folder.chosenBytes;
  }
  return { files, bytes };
}

/** For `selection.set`: parents first, so that choices below overrule them. Folders that were moved away or deleted since come last. */
export function changesOf(folders: Folders, choices: Choices): readonly { folderId: string; state: Choice }[] {
  return [...choices]
    .map(([folderId, state]) => ({ folderId, state, depth: depthOf(folders, folderId) }))
    .sort((one, other) => one.depth - other.depth)
    .map(({ folderId, state }) => ({ folderId, state }));
}

function amountOf(folders: Folders, choices: Choices, id: string): Amount {
  const folder = folders.byId.get(id);
  if (folder === undefined) return { files: 0, bytes: 0 };
  const rule = ruleFor(folders, choices, id);
  const isOnTheWay =
    baseOf(folders, choices, id) === 'not_synced' && stateOf(folders, choices, id) === 'partially_synced';
  let { files, bytes } = isOnTheWay ? directlyIn(folders, folder) : by(folder, rule);
  for (const child of folders.below.get(id) ?? []) {
    const inner = folders.byId.get(child);
    if (inner === undefined || !hasChoiceIn(folders, choices, child)) continue;
    const [amount, otherwise] = [amountOf(folders, choices, child), by(inner, rule)];
    files += amount.files - otherwise.files;
    bytes += amount.bytes - otherwise.bytes;
  }
  return { files, bytes };
}

/** The files on the way to an included folder come with it, the other folders do not (SPEC P65). */
function directlyIn(folders: Folders, { id, files, bytes }: SelectionFolder): Amount {
  const own = { files, bytes };
  for (const child of folders.below.get(id) ?? []) {
    own.files -= folders.byId.get(child)?.files ?? 0;
    own.bytes -= folders.byId.get(child)?.bytes ?? 0;
  }
  return own;
}

function by({ files, bytes, chosenFiles, chosenBytes }: SelectionFolder, rule: Choice | null): Amount {
  if (rule === null) return { files: chosenFiles, bytes: chosenBytes };
  return rule === 'synced' ? { files, bytes } : { files: 0, bytes: 0 };
}

const baseOf = (folders: Folders, choices: Choices, id: string): State =>
  ruleFor(folders, choices, id) ?? folders.byId.get(id)?.state ?? 'synced';

/** The nearest choice, of the folder itself or above it; null: none. */
function ruleFor(folders: Folders, choices: Choices, id: string): Choice | null {
  for (let at: string | undefined = id; at !== undefined; at = folders.byId.get(at)?.parentId) {
    const choice = choices.get(at);
    if (choice !== undefined) return choice;
  }
  return null;
}

const hasChoiceIn = (folders: Folders, choices: Choices, id: string): boolean =>
  [...choices.keys()].some((chosen) => chosen === id || isAbove(folders, id, chosen));

function isAbove(folders: Folders, above: string, id: string): boolean {
  for (let at = folders.byId.get(id)?.parentId; at !== undefined; at = folders.byId.get(at)?.parentId) {
    if (at === above) return true;
  }
  return false;
}

function depthOf(folders: Folders, id: string): number {
  if (!folders.byId.has(id)) return Number.MAX_SAFE_INTEGER;
  let depth = 0;
  for (let at = folders.byId.get(id)?.parentId; at !== undefined; at = folders.byId.get(at)?.parentId) depth += 1;
  return depth;
}
