import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { useAnnouncement } from '../../../components/feedback/announcer.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { useAction, useAnswer } from '../../../state/bridge/actions.ts';
import { useConnection } from '../../../state/bridge/session.ts';
import { useDebounced } from '../../../state/hooks/use-debounced.ts';
import { texts } from '../../../texts/texts.ts';

type Named = { readonly rootId: number; readonly path: string; readonly suggestedName: string };

/** Renames an item in place, starting with the name that the engine suggests. A name that is typed is checked before it is given. */
export function RenameFix({ rootId, path, suggestedName }: Named): ReactNode {
  const [name, setName] = useState(suggestedName);
  const rename = useAction('problem.rename');
  const isLost = useConnection() !== 'connected';
  const fault = useNameFault({ rootId, path, suggestedName }, name);
  const noteId = useId();
  const isWrong = typeof fault === 'string';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (name !== '' && !isWrong) rename.mutate({ rootId, path, name });
  };
  return (
    <form onSubmit={submit} className="grid gap-1 sm:ms-auto max-sm:basis-full max-sm:grid-cols-[minmax(0,1fr)]">
      <div className="flex items-center gap-2">
        <input
          type="text"
          aria-label={texts.attention.newNameOf(path)}
          aria-invalid={isWrong || rename.error !== null}
          aria-describedby={noteId}
          value={name}
          onChange={({ currentTarget }) => {
            rename.reset();
            setName(currentTarget.value);
          }}
          className="h-8 w-58 min-w-0 rounded-control border border-edge bg-field px-2.5 aria-invalid:border-bad max-sm:h-10 max-sm:flex-1"
        />
        <Button
          type="submit"
          isDisabled={isLost || name === '' || isWrong}
          isBusy={rename.isPending}
          aria-label={texts.attention.renameOf(path)}
        >
          {texts.attention.rename}
        </Button>
      </div>
      {name !== suggestedName && <NameNote id={noteId} fault={fault} />}
      <ErrorMessage error={rename.error} />
    </form>
  );
}

/** Why a typed name is refused; null: it is not. Undefined: not known, or the suggestion, which the engine has checked. */
function useNameFault({ rootId, path, suggestedName }: Named, name: string): string | null | undefined {
  const typed = useDebounced(name);
  const check = useAnswer('problem.checkName', typed === suggestedName ? null : { rootId, path, name: typed });
  if (typed !== name || check.isPending) return undefined;
  return check.error === null ? null : check.error.message;
}

/** Keeps its line while the name is checked, so that nothing below moves with each letter. */
function NameNote({ id, fault }: { id: string; fault: string | null | undefined }): ReactNode {
  const words = fault === null ? texts.attention.nameWorks : (fault ?? '');
  const Icon = fault === null ? CircleCheck : CircleAlert;
  useAnnouncement(words, id);
  return (
    <p
      id={id}
      className={classNames('flex min-h-4 w-0 min-w-full gap-1.5 text-small', fault === null ? 'text-ok' : 'text-bad')}
    >
      {words !== '' && <Icon aria-hidden className="mt-px size-3.5 shrink-0" />}
      <span className="min-w-0">{words}</span>
    </p>
  );
}
