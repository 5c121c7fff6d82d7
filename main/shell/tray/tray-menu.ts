import type { MenuItemConstructorOptions } from 'electron';
import type { Invitation, OverallState, RootStatus } from '../../../preload/ipc/shapes/status.ts';
import { baseName } from '../../engine/model/disk-path.ts';
import type { ShellTexts } from '../texts/texts.ts';
import { untilTomorrowMs } from './tray-time.ts';

/** A recently changed file in the menu. */
export type RecentFile = { readonly rootId: number; readonly path: string };

/** Everything that the tray shows, and nothing else: equal views need no new menu. */
export type TrayView = {
  readonly state: OverallState;
  readonly sentence: string;
  readonly roots: readonly Pick<RootStatus, 'id' | 'name'>[];
  readonly recent: readonly RecentFile[];
  readonly invitations: readonly Pick<Invitation, 'id' | 'from' | 'item'>[];
  /** The downloaded version that waits for a restart; null: none. */
  readonly update: string | null;
};

/** The actions of the menu entries. */
export type TrayActions = {
  readonly showWindow: () => void;
  readonly showInvitations: () => void;
  readonly accept: (invitationId: string) => void;
  readonly decline: (invitationId: string) => void;
  readonly reveal: (file: { readonly rootId: number; readonly path?: string }) => void;
  readonly pause: (forMs: number) => void;
  readonly resume: () => void;
  readonly installUpdate: () => void;
  readonly quit: () => void;
};

type MenuTexts = Pick<ShellTexts, 'menu' | 'tray' | 'say'>;
type MenuWorld = { readonly now: () => Date; readonly texts: MenuTexts };

const minuteMs = 60_000;
/** Invitations with their own entry. The rest share one entry that opens the page. */
const mostInvitations = 3;

/** The tray menu: status, recent changes, questions, actions. */
export function trayMenu(view: TrayView, actions: TrayActions, world: MenuWorld): MenuItemConstructorOptions[] {
  const { texts } = world;
  const groups: MenuItemConstructorOptions[][] = [
    [{ label: view.sentence, enabled: false }],
    view.recent.map((file) => recentEntry(file, actions)),
    invitationEntries(view.invitations, actions, texts),
    [...pauseEntries(view, actions, world)],
    [...folderEntries(view, actions, texts), { label: texts.tray.openWindow, click: actions.showWindow }],
    [...updateEntries(view, actions, texts), { label: texts.menu.quit, click: actions.quit }],
  ];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]));
}

function recentEntry(file: RecentFile, actions: TrayActions): MenuItemConstructorOptions {
  return {
    label: escapeLabel(baseName(file.path)),
    toolTip: file.path,
    click: () => actions.reveal(file),
  };
}

function invitationEntries(
  invitations: TrayView['invitations'],
  actions: TrayActions,
  texts: MenuTexts,
): MenuItemConstructorOptions[] {
  const shown = invitations.slice(0, mostInvitations).map(
    (invitation): MenuItemConstructorOptions => ({
      label: escapeLabel(texts.say({ code: 'invitation', args: { from: invitation.from, item: invitation.item } })),
      submenu: [
        { label: texts.tray.accept, click: () => actions.accept(invitation.id) },
        { label: texts.tray.decline, click: () => actions.decline(invitation.id) },
      ],
    }),
  );
  const left = invitations.length - shown.length;
  if (left === 0) return shown;
  return [...shown, { label: texts.tray.moreInvitations(left), click: actions.showInvitations }];
}

function pauseEntries(view: TrayView, actions: TrayActions, { now, texts }: MenuWorld): MenuItemConstructorOptions[] {
  if (view.state === 'paused') return [{ label: texts.tray.resume, click: actions.resume }];
  return [
    {
      label: texts.tray.pause,
      submenu: [
        { label: texts.tray.halfHour, click: () => actions.pause(30 * minuteMs) },
        { label: texts.tray.twoHours, click: () => actions.pause(120 * minuteMs) },
        { label: texts.tray.untilTomorrow, click: () => actions.pause(untilTomorrowMs(now())) },
      ],
    },
  ];
}

function updateEntries({ update }: TrayView, actions: TrayActions, texts: MenuTexts): MenuItemConstructorOptions[] {
  if (update === null) return [];
  return [{ label: texts.tray.restartToUpdate(escapeLabel(update)), click: actions.installUpdate }];
}

function folderEntries(view: TrayView, actions: TrayActions, texts: MenuTexts): MenuItemConstructorOptions[] {
  const [first, ...more] = view.roots;
  if (first === undefined) return [];
  if (more.length === 0) return [{ label: texts.tray.openFolder, click: () => actions.reveal({ rootId: first.id }) }];
  return [
    {
      label: texts.tray.openFolder,
      submenu: view.roots.map((root) => ({
        label: escapeLabel(root.name),
        click: () => actions.reveal({ rootId: root.id }),
      })),
    },
  ];
}

/** An ampersand in a label marks an access key, so double it in a name. */
function escapeLabel(text: string): string {
  return text.replaceAll('&', '&&');
}
