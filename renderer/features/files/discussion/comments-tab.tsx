import { Trash2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Skeleton } from '../../../components/feedback/page-state.tsx';
import { Avatar } from '../../../parts/people/avatar.tsx';
import { useShownName } from '../../../parts/people/use-shown-name.ts';
import { RemoveButton } from '../../../parts/remove-button.tsx';
import { useStatus } from '../../../state/bridge/session.ts';
import { useNow } from '../../../state/hooks/use-now.ts';
import { useTypedText } from '../../../state/hooks/use-typed-text.ts';
import type { Item } from '../../../state/items/item.ts';
import { callService } from '../../../state/service/service.ts';
import { formatMoment } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { useComments } from './comment-list.ts';
import { partsOf } from './mentions.ts';
import { Say, typedReply } from './say.tsx';
import { TaskList } from './task-list.tsx';
import { type Comment, countAnswers, type Thread, threadsOf } from './threads.ts';
import { useUnfolding } from './use-unfolding.ts';

type File = Extract<Item, { type: 'file' }>;

/** The comments on a file with the answers to them, newest last, and its tasks. A new comment is written at the bottom of the panel. */
export function CommentsTab({ file }: { file: File }): ReactNode {
  const comments = useComments(file.id);
  const { entries } = comments;
  const threads = useMemo(() => threadsOf(entries.toReversed()), [entries]);
  if (comments.isPending) return <Skeleton className="h-24" />;
  return (
    <div className="flex flex-1 flex-col gap-6">
      {/* Scrolled to the focus, no button stops below the composer. */}
      <div className="flex flex-col gap-6 [&_:is(button,textarea)]:scroll-mb-48">
        <section aria-label={texts.details.tabs.comments} className="grid gap-4">
          <ErrorMessage error={comments.error} />
          {threads.length === 0 && comments.error === null && <p className="text-dim">{texts.details.noComments}</p>}
          {comments.hasMore && (
            <Button size="row" className="justify-self-start" onPress={comments.more}>
              {texts.details.earlierComments}
            </Button>
          )}
          <ul className="grid gap-5">
            {threads.map((thread) => (
              <SaidThread key={thread.first.id} file={file} thread={thread} />
            ))}
          </ul>
        </section>
        <TaskList file={file} />
      </div>
      {mayComment(file) && (
        <div className="-mx-4 -mb-4 mt-auto border-line border-t sticky bottom-0 bg-field p-4">
          <Say file={file} />
        </div>
      )}
    </div>
  );
}

const mayComment = ({ permissions }: File): boolean => permissions?.can_comment !== false;

/** A comment, the answer that is being written, and the others. */
function SaidThread({ file, thread: { first, replies } }: { file: File; thread: Thread }): ReactNode {
  const { isOpen, isAsked, place, button, toggle, end } = useUnfolding(useTypedText(typedReply(first.id)).text !== '');
  return (
    <li className="grid gap-3">
      <Said comment={first} answers={replies.length} />
      {mayComment(file) && (
        <div ref={place} className="ms-8 -mt-2 grid gap-2">
          <Button
            ref={button}
            kind="quiet"
            size="row"
            className="justify-self-start"
            aria-label={texts.details.replyTo(first.created_by?.name ?? '')}
            aria-expanded={isOpen}
            onPress={toggle}
          >
            {texts.details.reply}
          </Button>
          {isOpen && <Say file={file} replyTo={first.id} isFocused={isAsked} onDone={end} />}
        </div>
      )}
      {replies.length > 0 && (
        <ul aria-label={texts.details.repliesTo(first.created_by?.name ?? '')} className="ms-10 grid gap-3">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Said comment={reply} answers={countAnswers(replies, reply)} isReply />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** `answers`: how many are deleted with it. */
function Said({
  comment,
  answers,
  isReply = false,
}: {
  comment: Comment;
  answers: number;
  isReply?: boolean;
}): ReactNode {
  const nowMs = useNow(60_000);
  const me = useStatus(({ account }) => account.user?.id ?? null);
  const shownName = useShownName();
  const { created_by: by, created_at: at } = comment;
  return (
    <div className="group/said flex gap-3">
      <Avatar id={by?.id ?? ''} name={by?.name ?? ''} size={isReply ? 20 : 28} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <span dir="auto" className="truncate font-semibold">
            {shownName(by)}
          </span>
          <span className="shrink-0 text-dim text-small">
            {at === undefined ? '' : formatMoment(Date.parse(at), nowMs)}
          </span>
        </p>
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {partsOf(comment).map(({ at: start, text, isMention }) => (
            <span key={start} className={isMention ? 'rounded-control bg-accent-bg px-1 text-accent' : undefined}>
              {text}
            </span>
          ))}
        </p>
      </div>
      {by?.id === me && (
        <span className="sm:pointer-fine:opacity-0 focus-within:opacity-100! group-hover/said:opacity-100!">
          <RemoveButton
            kind="ghost"
            size="row"
            icon
            label={texts.details.deleteComment}
            title={texts.details.deleteCommentTitle}
            detail={texts.details.deleteCommentDetail(answers)}
            action={texts.details.deleteCommentAction}
            act={(bridge) => callService(bridge, 'deleteComment', { params: { comment_id: comment.id } })}
          >
            <Trash2 aria-hidden className="size-4" />
          </RemoveButton>
        </span>
      )}
    </div>
  );
}
