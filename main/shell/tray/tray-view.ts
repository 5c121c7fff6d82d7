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

/** The view after these journal entries (oldest first): most recently changed files first, each once. */
export function withActivity(view: TrayView, entries: readonly ActivityEntry[]): TrayView {
  const fresh = entries
    .filter((entry) => entry.itemKind === 'file')
    .map(({ rootId, path }): RecentFile => ({ rootId, path }))
    .reverse();
  const kept = new Map([...fresh, ...view.recent].map((file) => [`${file.rootId} ${file.path}`, file] as const));
  return { ...view, recent: [...kept.values()].slice(0, mostRecent) };
}
