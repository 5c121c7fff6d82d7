import { AtSign, Bell, KeyRound, type LucideIcon, Settings, TriangleAlert, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Notice } from '../../../preload/ipc/shapes/notice.ts';
import type { Invitation } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { MessageText } from '../../components/feedback/message-text.tsx';
import { EmptyState } from '../../components/feedback/page-state.tsx';
import { type Tone, toneColours } from '../../components/feedback/pill.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Avatar } from '../../parts/people/avatar.tsx';
import { InvitationAnswer } from '../../parts/people/invitation-answer.tsx';
import { useSession, useStatus } from '../../state/bridge/session.ts';
import { useStore } from '../../state/bridge/store.ts';
import { hrefOf, type Page, parseRoute } from '../../state/hooks/route.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { useAskedReply } from '../../state/items/asked-reply.ts';
import { formatWhen } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

/** A line from another feature among the notices. */
type OtherLine = { readonly key: string; readonly atMs: number; readonly drawn: ReactNode };

/** The user's notices, newest first; invitations are answered in place and stay on top until then. */
export function NoticeList({ others, onClose }: { others: readonly OtherLine[]; onClose: () => void }): ReactNode {
  const { notices } = useSession();
  const history = useStore(notices);
  const invitations = useStatus((status) => status.invitations) ?? [];
  const read = useStore(notices.readInvitations);
  const isUnread = history.some(({ isRead }) => !isRead) || invitations.some(({ id }) => !read.includes(id));
  const open = (notice: Notice): void => {
    notices.markRead(notice.id);
    onClose();
  };
  const lines = [
    ...history.map((notice) => ({
      key: notice.id,
      atMs: notice.atMs,
      drawn: <PastNotice notice={notice} onOpen={() => open(notice)} />,
    })),
    ...others,
  ].toSorted((one, other) => other.atMs - one.atMs);
  return (
    <>
      <div className="flex items-center gap-1 border-line border-b py-2.5 ps-4 pe-2">
        <h2 className="flex-1 font-semibold">{texts.frame.notices}</h2>
        {isUnread && (
          <Button kind="quiet" size="row" onPress={() => notices.markAllRead(invitations.map(({ id }) => id))}>
            {texts.frame.markAllRead}
          </Button>
        )}
        <LinkButton href={settingsHref} onClick={onClose} kind="ghost" icon label={texts.frame.noticeSettings}>
          <Settings aria-hidden className="size-4.5" strokeWidth={1.75} />
        </LinkButton>
      </div>
      {invitations.length + lines.length === 0 ? (
        <EmptyState icon={Bell} title={texts.frame.noNotices} detail={texts.frame.noNoticesDetail} />
      ) : (
        <ul className="divide-y divide-line">
          {invitations.map((invitation) => (
            <InvitationNotice key={invitation.id} invitation={invitation} isRead={read.includes(invitation.id)} />
          ))}
          {lines.map(({ key, drawn }) => (
            <li key={key}>{drawn}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const settingsHref = hrefOf('settings', { section: 'notifications' });

function InvitationNotice({ invitation, isRead }: { invitation: Invitation; isRead: boolean }): ReactNode {
  const { from, fromId, item, createdAtMs } = invitation;
  const nowMs = useNow();
  return (
    <li className={classNames('relative flex gap-3 px-4 py-3', !isRead && 'bg-accent-bg')}>
      {!isRead && <UnreadMark />}
      <Avatar id={fromId} name={from} size={36} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex gap-2">
          <p className="flex-1 text-dense">
            <MessageText message={{ code: 'invitation', args: { from, item } }} />
          </p>
          {createdAtMs !== null && <time className="text-dim text-small">{formatWhen(createdAtMs, nowMs)}</time>}
        </div>
        <InvitationAnswer invitation={invitation} />
      </div>
    </li>
  );
}

type Look = { readonly icon: LucideIcon; readonly tone: Tone; readonly page: Page };

const looks: Readonly<Record<string, Look>> = {
  mention: { icon: AtSign, tone: 'busy', page: 'files' },
  attention: { icon: TriangleAlert, tone: 'warn', page: 'attention' },
  drop_finished: { icon: Upload, tone: 'ok', page: 'activity' },
  signed_out: { icon: KeyRound, tone: 'bad', page: 'settings' },
};
const otherLook: Look = { icon: Bell, tone: 'mute', page: 'activity' };

/** A dot beside the notice, and a word for those who hear it. */
const UnreadMark = (): ReactNode => (
  <>
    <span aria-hidden className="absolute start-1.5 top-7 size-1.5 rounded-full bg-accent" />
    <span className="sr-only">{texts.frame.unread}</span>
  </>
);

function PastNotice({ notice, onOpen }: { notice: Notice; onOpen: () => void }): ReactNode {
  const nowMs = useNow();
  const { page } = looks[notice.kind] ?? otherLook;
  const href = notice.place === undefined ? hrefOf(page) : `#${notice.place}`;
  return (
    <div className={classNames('relative hover:bg-hover', !notice.isRead && 'bg-accent-bg')}>
      {!notice.isRead && <UnreadMark />}
      <a href={href} onClick={onOpen} className="flex items-start gap-3 px-4 py-3 focus-visible:-outline-offset-2">
        <NoticeMark notice={notice} />
        <span className="grid min-w-0 flex-1">
          <span className="text-dense">
            <MessageText message={notice.title} />
          </span>
          <span className="text-dim text-small">
            <MessageText message={notice.body} />
          </span>
        </span>
        <time className="shrink-0 text-dim text-small">{formatWhen(notice.atMs, nowMs)}</time>
      </a>
      <ReplyLink notice={notice} href={href} onOpen={onOpen} />
    </div>
  );
}

/** The person that the notice is about, or the icon of its kind. */
function NoticeMark({ notice: { kind, by } }: { notice: Notice }): ReactNode {
  const { icon: Icon, tone } = looks[kind] ?? otherLook;
  if (by !== undefined) return <Avatar id={by.id} name={by.name} size={36} />;
  return (
    <span aria-hidden className={classNames('grid size-9 shrink-0 place-items-center rounded-full', toneColours[tone])}>
      <Icon className="size-4" />
    </span>
  );
}

type ReplyProps = { readonly notice: Notice; readonly href: string; readonly onOpen: () => void };

/** Leads to the comment field of the file, with a mention of the author in it. */
function ReplyLink({ notice: { by }, href, onOpen }: ReplyProps): ReactNode {
  const fileId = parseRoute(href).parameters.get('file');
  const { ask } = useAskedReply();
  if (by === undefined || by.name === '' || fileId === null) return null;
  return (
    <LinkButton
      href={href}
      size="row"
      label={texts.details.replyTo(by.name)}
      className="ms-16 mb-3"
      onClick={() => {
        ask(fileId, by);
        onOpen();
      }}
    >
      {texts.details.reply}
    </LinkButton>
  );
}
