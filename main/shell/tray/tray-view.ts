import type { UpdateState } from '../../../preload/ipc/shapes/desktop.ts';
import type { ActivityEntry, Status } from '../../../preload/ipc/shapes/status.ts';
import type { ShellTexts } from '../texts/texts.ts';
import type { RecentFile, TrayView } from './tray-menu.ts';

/** Number of files in the menu. */
const mostRecent = 5;

/** The tray before the engine's first status. */
export const firstTrayView = ({ tray }: Pick<ShellTexts, 'tray'>): TrayView => ({
  state: 'offline',
  sentence: tray.starting,
  roots: [],
  recent: [],
  invitations: [],
  update: null,
});

/** The part of a status that the tray shows. */
export function withStatus(view: TrayView, status: Status): TrayView {
  return {
    ...view,
    state: status.state,
    sentence: status.sentence,
    roots: status.roots.map(({ id, name }) => ({ id, name })),
    invitations: status.invitations.map(({ id, from, item }) => ({ id, from, item })),
  };
}

/** The view while this version waits for a restart. */
export function withUpdate(view: TrayView, { state, version }: UpdateState): TrayView {
  return { ...view, update: state === 'ready' ? (version ?? '') : null };
}

/** The view after these journal entries (oldest first): most recently changed files first, each once, at the path where it is. */
export function withActivity(view: TrayView, entries: readonly ActivityEntry[]): TrayView {
  return { ...view, recent: entries.reduce(afterEntry, view.recent) };
}

function afterEntry(recent: readonly RecentFile[], entry: ActivityEntry): readonly RecentFile[] {
  const { rootId, path, fromPath, itemKind, kind } = entry;
  const isGone = kind.startsWith('trash-') || kind === 'rescue';
  const left = isGone ? path : fromPath;
  const isAt = (file: RecentFile, place: string): boolean => file.rootId === rootId && file.path === place;
  const isBelow = (file: RecentFile, folder: string): boolean =>
    file.rootId === rootId && file.path.startsWith(`${folder}/`);
  const others = recent.filter(
    (file) => !isAt(file, path) && !(left !== null && (isAt(file, left) || isBelow(file, left))),
  );
  return itemKind === 'folder' || isGone ? others : [{ rootId, path }, ...others].slice(0, mostRecent);
}
