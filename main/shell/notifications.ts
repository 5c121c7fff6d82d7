import type { Notification } from 'electron';
import type { CommandError } from '../../preload/ipc/commands.ts';
import type { FeedMessage } from '../../preload/ipc/feeds.ts';
import { assertNever } from '../engine/model/assert-never.ts';
import type { ElectronModule } from './electron-module.ts';
import type { ShellTexts } from './texts.ts';
import type { ToldNotices } from './told-notices.ts';
import type { Place } from './window.ts';

type Notice = FeedMessage<'notice'>;
type NoticeKind = Notice['kind'];

/** What a notification can lead to; an answer to an invitation gives the refusal, or null when it is done. */
export type NoticeActions = {
  readonly show: (place: Place) => void;
  readonly answerInvitation: (answer: 'accept' | 'decline', id: string) => Promise<CommandError | null>;
};

export type NotificationParts = {
  readonly Notification: ElectronModule['Notification'];
  readonly told: ToldNotices;
  /** Does the person want to be told of this kind? What is not wanted counts as told: it does not come later. */
  readonly isWanted: (kind: NoticeKind) => Promise<boolean>;
  readonly iconFile: string;
  readonly actions: NoticeActions;
  readonly texts: Pick<ShellTexts, 'tray'>;
};

/** The buttons of an invitation, in this order; a system without buttons leaves them out, and a click opens the page. */
const invitationAnswers = ['accept', 'decline'] as const;

export type Notifier = {
  readonly tell: (notice: Notice) => Promise<void>;
  /** Says something at once that answers what a person just did; it is not remembered. */
  readonly say: (title: string, body: string) => void;
};

/**
 * Tells a person about a notice through the system, once per notice, also over restarts. Where the system has no
 * notifications nothing is lost: the tray and the window show what is pending.
 */
export function notifier(parts: NotificationParts): Notifier {
  // A notification that nobody holds is collected, and its click goes nowhere.
  const open = new Set<Notification>();

  const show = (title: string, body: string, place: Place, invitationId: string | null): void => {
    const answers = invitationId === null ? [] : invitationAnswers;
    const notification = new parts.Notification({
      title,
      body,
      icon: parts.iconFile,
      actions: answers.map((answer) => ({ type: 'button', text: parts.texts.tray[answer] })),
    });
    const forget = (): void => {
      open.delete(notification);
    };
    notification.on('click', () => {
      forget();
      parts.actions.show(place);
    });
    notification.on('close', forget);
    notification.on('failed', forget);
    notification.on('action', ({ actionIndex }) => {
      forget();
      const answer = invitationAnswers[actionIndex];
      if (invitationId !== null && answer !== undefined) void answerInvitation(answer, invitationId);
    });
    open.add(notification);
    notification.show();
  };

  const answerInvitation = async (answer: 'accept' | 'decline', id: string): Promise<void> => {
    const refusal = await parts.actions.answerInvitation(answer, id);
    if (refusal !== null) show(refusal.message, refusal.remedy, placeOfNotice('invitation'), null);
  };

  const tell = async (notice: Notice): Promise<void> => {
    if (!parts.Notification.isSupported() || !(await parts.told.isNew(notice.id))) return;
    if (!(await parts.isWanted(notice.kind))) return;
    show(notice.title, notice.body, placeOfNotice(notice.kind), notice.invitation?.id ?? null);
  };
  const say = (title: string, body: string): void => {
    if (parts.Notification.isSupported()) show(title, body, '/', null);
  };
  return { tell, say };
}

function placeOfNotice(kind: NoticeKind): Place {
  switch (kind) {
    case 'invitation':
      return '/sharing';
    case 'attention':
      return '/attention';
    case 'signed_out':
      return '/';
    case 'drop_finished':
      return '/activity';
    default:
      return assertNever(kind);
  }
}
