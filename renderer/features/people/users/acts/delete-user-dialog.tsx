import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/controls/button.tsx';
import { RadioChoice } from '../../../../components/controls/choices/radio-choice.tsx';
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx';
import { Dialog } from '../../../../components/overlay/dialog.tsx';
import { PersonField } from '../../../../parts/person-field.tsx';
import type { ListSteps } from '../../../../parts/rows/list-page.tsx';
import { callService, useService, useServiceAction } from '../../../../state/service/service.ts';
import { formatBytes } from '../../../../texts/format.ts';
import { texts } from '../../../../texts/texts.ts';
import type { User } from '../user.ts';

type Fate = 'give' | 'delete';

/**
 * Deletes an account, after its files went to someone else or together with them. An account that seems to own nothing is deleted at once; if the
 * service knows better, it asks then.
 */
export function DeleteUserDialog({
  user,
  steps,
  onClose,
}: {
  user: User;
  steps: ListSteps;
  onClose: () => void;
}): ReactNode {
  const { name = '', status } = user;
  const used = useOwned(user);
  const [fate, setFate] = useState<Fate>('give');
  const [heir, setHeir] = useState<string | null>(null);
  const words = texts.people;
  const remove = useRemoval(user, steps);
  const [hasConflict, setConflict] = useState(false);
  const isOwner = used > 0 || hasConflict;
  const isReady = !isOwner || fate === 'delete' || heir !== null;
  // The field is gone while files are deleted too, and comes back empty.
  const choose = (next: Fate): void => {
    setFate(next);
    setHeir(null);
  };
  const confirm = (): void => {
    const files = isOwner ? { fate, heir } : null;
    // Kept for the next attempt, which clears the error: the new owner stays in view.
    remove.mutate(files, {
      onSuccess: onClose,
      onError: ({ code }) => setConflict(hasConflict || code === 'conflict'),
    });
  };
  return (
    <Dialog title={words.deleteUserTitle(name)} icon={<Mark />} onClose={onClose}>
      {/* Below the title, beside the icon. */}
      <div className="grid gap-5 sm:-mt-3 sm:ms-13">
        <p className="text-pretty text-dim">
          {words.deleteUserDetail(name)}
          {status !== 'inactive' && ` ${words.deactivateInstead}`}
        </p>
        {isOwner && (
          <section aria-label={words.filesOf(name)} className="grid gap-2">
            <h3 className="text-dense">{`${words.filesOf(name)} (${formatBytes(used)})`}</h3>
            <RadioChoice label={words.filesOf(name)} options={fatesOf(setHeir)} value={fate} onChange={choose} />
          </section>
        )}
        <ErrorMessage error={remove.error} />
      </div>
      <div className="-mx-6 -mb-2 flex flex-wrap justify-end gap-2 border-line border-t px-6 pt-4">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter must not trigger an irreversible action */}
        <Button autoFocus onPress={onClose}>
          {texts.actions.cancel}
        </Button>
        <Button kind="danger" isDisabled={!isReady} isBusy={remove.isPending} onPress={confirm}>
          {words.deleteUserAction}
        </Button>
      </div>
    </Dialog>
  );
}

/** The bytes that the account owns now: what the list knew when this opened may be from before a transfer. */
function useOwned({ id, space_used: listed = 0 }: User): number {
  const request = { params: { user_id: id }, query: { fields: 'space_used' } };
  return useService('getUser', request, ({ space_used: used }) => used).data ?? listed;
}

function fatesOf(onHeir: (id: string | null) => void) {
  const { fates, giveAwayTo } = texts.people;
  const heir = <PersonField name="owned_by" label={giveAwayTo} onChoose={onHeir} />;
  return [
    { id: 'give', label: fates.give, content: heir },
    { id: 'delete', label: fates.delete },
  ] as const;
}

/** Null: the account owns nothing. */
type Files = { readonly fate: Fate; readonly heir: string | null } | null;

function useRemoval({ id, name = '' }: User, { onGone, onTell }: ListSteps) {
  const params = { user_id: id };
  return useServiceAction(
    async (bridge, files: Files) => {
      if (files?.fate === 'give' && files.heir !== null) {
        await callService(bridge, 'transferContent', { params, body: { owned_by: { id: files.heir } } });
      }
      const isForced = files?.fate === 'delete';
      await callService(bridge, 'deleteUser', isForced ? { params, query: { force: true } } : { params });
    },
    () => {
      onGone(id);
      onTell({ sentence: texts.people.userDeleted(name), undo: null });
    },
  );
}

const Mark = (): ReactNode => (
  <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-bad-bg text-bad">
    <Trash2 className="size-4.5" strokeWidth={1.75} />
  </span>
);
