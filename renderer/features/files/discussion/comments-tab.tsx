import { Trash2 } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Skeleton } from '../../../components/feedback/page-state.tsx';
import { Avatar } from '../../../parts/people/avatar.tsx';
import { useStatus } from '../../../state/bridge/session.ts';
import { useNow } from '../../../state/hooks/use-now.ts';
import type { Item } from '../../../state/items/item.ts';
import { callService, useService, useServiceAction } from '../../../state/service/service.ts';
import { formatMoment } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { MentionBox } from './mention-box.tsx';
import { type Mentionable, partsOf, tagged } from './mentions.ts';
import { TaskList } from './task-list.tsx';
import { useMentionable } from './use-mentionable.ts';

type Comment = ServiceAnswer<'listComments'>['entries'][number];
type File = Extract<Item, { type: 'file' }>;

/** The comments on a file, newest last, and its tasks. */
export function CommentsTab({ file }: { file: File }): ReactNode {
  const comments = useService('listComments', { params: { file_id: file.id }, query: { limit: 1000 } });
  const me = useStatus(({ account }) => account.user?.id ?? null);
  if (comments.isPending) return <Skeleton className="h-24" />;
  const said = comments.data?.entries ?? [];
  return (
    <div className="grid gap-6">
      <section aria-label={texts.details.tabs.comments} className="grid gap-4">
        <ErrorMessage error={comments.error} />
        {said.length === 0 && comments.error === null && <p className="text-dim">{texts.details.noComments}</p>}
        <ul className="grid gap-4">
          {said.map((comment) => (
            <Said key={comment.id} comment={comment} isMine={comment.created_by?.id === me} />
          ))}
        </ul>
        {file.permissions?.can_comment !== false && <Say file={file} />}
      </section>
      <TaskList file={file} />
    </div>
  );
}

function Said({ comment, isMine }: { comment: Comment; isMine: boolean }): ReactNode {
  const nowMs = useNow(60_000);
  const remove = useServiceAction((bridge) =>
    callService(bridge, 'deleteComment', { params: { comment_id: comment.id } }),
  );
  const { created_by: by, created_at: at } = comment;
  const name = by?.name ?? '';
  return (
    <li className="flex gap-3">
      <Avatar id={by?.id ?? ''} name={name} size={28} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <span dir="auto" className="truncate font-semibold">
            {name}
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
        <ErrorMessage error={remove.error} />
      </div>
      {isMine && (
        <Button
          kind="ghost"
          icon
          aria-label={texts.details.deleteComment}
          isDisabled={remove.isPending}
          onPress={() => remove.mutate(undefined)}
        >
          <Trash2 aria-hidden className="size-4" />
        </Button>
      )}
    </li>
  );
}

function Say({ file }: { file: File }): ReactNode {
  const [text, setText] = useState('');
  const [mentioned, setMentioned] = useState<readonly Mentionable[]>([]);
  const people = useMentionable(file);
  const say = useServiceAction((bridge) => {
    const withTags = tagged(text, mentioned);
    return callService(bridge, 'createComment', {
      body: {
        item: { type: 'file', id: file.id },
        ...(withTags === text ? { message: text } : { tagged_message: withTags }),
      },
    });
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') say.mutate(undefined, { onSuccess: () => setText('') });
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      <MentionBox
        label={texts.details.newComment}
        value={text}
        people={people}
        onChange={setText}
        onMention={(person) => setMentioned((before) => [...before, person])}
      />
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isDisabled={text.trim() === '' || say.isPending}>
          {texts.details.comment}
        </Button>
      </div>
      <ErrorMessage error={say.error} />
    </form>
  );
}
