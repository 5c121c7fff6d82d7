import type { Notification } from 'electron';
import type { CommandError } from '../../../preload/ipc/commands.ts';
import type { SpokenMessage } from '../../../preload/ipc/feeds.ts';
import { commentsPlace } from '../../../preload/ipc/shapes/desktop.ts';
import { assertNever } from '../../engine/model/assert-never.ts';
import type { ElectronModule } from '../electron-module.ts';
import type { ShellTexts } from '../texts/texts.ts';
import type { Place } from '../window/window.ts';
import type { ShownNotices } from './shown-notices.ts';

type Notice = SpokenMessage<'notice'>;
type NoticeKind = Notice['kind'];

/** The targets of a notification; an answer to an invitation returns its refusal, or null on success. */
export type NoticeActions = {
  readonly show: (place: Place) => void;
  readonly answerInvitation: (answer: 'accept' | 'decline', id: string) => Promise<CommandError | null>;
};

export type NotificationParts = {
  readonly Notification: ElectronModule['Notification'];
  readonly platform: NodeJS.Platform;
  readonly shown: ShownNotices;
  /** Whether the user wants notices of this kind. Unwanted ones count as shown: they do not appear later. */
  readonly isWanted: (kind: NoticeKind) => Promise<boolean>;
  readonly iconFile: string;
  readonly actions: NoticeActions;
  readonly warn: (message: string, cause: unknown) => void;
  readonly texts: Pick<ShellTexts, 'tray'>;
};

/** The buttons of an invitation, in this order; a system without buttons leaves them out, and a click opens the page. */
const invitationAnswers = ['accept', 'decline'] as const;

export type Notifier = {
  readonly tell: (notice: Notice) => Promise<void>;
  /** Confirms an action of the person at once. Not persisted. */
  readonly say: (title: string, body: string) => void;
  /** From now on, clicks on notifications from before a restart work too, as far as the system keeps them. */
  readonly takeEarlier: () => Promise<void>;
};

/**
 * Shows a system notification for each notice, once, even across restarts. Without system notifications nothing is lost: the tray
 * and the window show pending notices.
 */
export function notifier(parts: NotificationParts): Notifier {
  const { Notification, actions } = parts;
  // An unreferenced notification is garbage-collected, and its click is lost.
  const open = new Map<string, Notification>();

  const click = (id: string): void => {
    open.delete(id);
    actions.show(placeIn(id) ?? placeOfNotice(kindOf(id)));
  };
  const press = async (id: string, actionIndex: number): Promise<void> => {
    open.delete(id);
    const invitation = invitationOf(id);
    const answer = invitationAnswers[actionIndex];
    if (invitation === null || answer === undefined) return;
    const refusal = await actions.answerInvitation(answer, invitation);
    if (refusal !== null) show('invitation', refusal.message, refusal.remedy);
  };
  const follow = (id: string, notification: Notification): void => {
    const forget = (): void => void (open.get(id) === notification && open.delete(id));
    notification.on('click', () => click(id));
    notification.on('close', forget);
    notification.on('failed', forget);
    notification.on('action', ({ actionIndex }) => void press(id, actionIndex));
    open.set(id, notification);
  };
  /** Never throws: a notification that the system refuses is still in the window. */
  const show = (id: string, title: string, body: string): void => {
    try {
      const notification = newNotification(parts, { id, title, body });
      follow(id, notification);
      notification.show();
    } catch (cause) {
      open.delete(id);
      parts.warn('a notification was not shown', cause);
    }
  };

  const tell = async (notice: Notice): Promise<void> => {
    if (!Notification.isSupported() || !(await parts.shown.markShown(notice.id))) return;
    if (!(await parts.isWanted(notice.kind))) return;
    show(idOf(notice), notice.title, notice.body);
  };
  const say = (title: string, body: string): void => {
    if (Notification.isSupported()) show('said', title, body);
  };
  const takeEarlier = async (): Promise<void> => {
    if (parts.platform === 'win32') {
      Notification.handleActivation(({ type, actionIndex, arguments: given }) => {
        const id = new URLSearchParams(given).get('tag') ?? '';
        // A notification still open in this process handles the click itself.
        if (open.has(id)) return;
        if (type === 'action') void press(id, actionIndex ?? -1);
        else click(id);
      });
    }
    if (parts.platform === 'darwin') {
      for (const earlier of await Notification.getHistory()) follow(earlier.id, earlier);
    }
  };
  return { tell, say, takeEarlier };
}

function newNotification(
  { Notification, iconFile, texts }: NotificationParts,
  said: { readonly id: string; readonly title: string; readonly body: string },
): Notification {
  const answers = invitationOf(said.id) === null ? [] : invitationAnswers;
  const actions = answers.map((answer) => ({ type: 'button' as const, text: texts.tray[answer] }));
  return new Notification({ ...said, icon: iconFile, actions });
}

/**
 * The system's id of a notification, stable across restarts: its kind, and its invitation or the file that it leads to. A newer one with the same id
 * replaces it. Windows takes no more than 64 characters, and gives them back in the arguments of a click, where some are special.
 */
function idOf({ kind, invitation, place }: Notice): string {
  const about = invitation?.id ?? fileAt(place);
  return about === null ? kind : `${kind} ${about}`;
}

/** The file whose comments are at this place. */
function fileAt(place: Notice['place']): string | null {
  const file = new URLSearchParams(place?.split('?')[1]).get('file');
  return file !== null && place === commentsPlace(file) ? file : null;
}

/** The place that a notification of its own leads to; null: its kind decides. */
function placeIn(id: string): Place | null {
  const file = /^mention (\d{1,20})$/.exec(id)?.[1];
  return file === undefined ? null : commentsPlace(file);
}

const invitationOf = (id: string): string | null => /^invitation (\d{1,20})$/.exec(id)?.[1] ?? null;

/** Null: a confirmation, or a notification of another version. */
function kindOf(id: string): NoticeKind | null {
  const [kind = ''] = id.split(' ');
  return isKind(kind) ? kind : null;
}

const kinds: readonly string[] = [
  'invitation',
  'mention',
  'attention',
  'signed_out',
  'drop_finished',
] satisfies NoticeKind[];
const isKind = (kind: string): kind is NoticeKind => kinds.includes(kind);

function placeOfNotice(kind: NoticeKind | null): Place {
  switch (kind) {
    case 'invitation':
      return '/sharing';
    case 'attention':
      return '/attention';
    case null:
    case 'signed_out':
      return '/';
    case 'mention':
      return '/files';
    case 'drop_finished':
      return '/activity';
    default:
      return assertNever(kind);
  }
}
