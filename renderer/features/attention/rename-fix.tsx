import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useAction } from '../../state/bridge/actions.ts';
import { useConnection } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';

/** Renames an item in place, starting with the name that the engine suggests. */
export function RenameFix({
  rootId,
  path,
  suggestedName,
}: {
  rootId: number;
  path: string;
  suggestedName: string;
}): ReactNode {
  const [name, setName] = useState(suggestedName);
  const rename = useAction('problem.rename');
  const isLost = useConnection() !== 'connected';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') rename.mutate({ rootId, path, name });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 max-sm:basis-full">
      <input
        type="text"
        aria-label={texts.attention.newNameOf(path)}
        aria-invalid={rename.error !== null}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        className="h-8 w-58 min-w-0 rounded-control border border-edge bg-field px-2.5 aria-invalid:border-bad max-sm:h-10 max-sm:flex-1"
      />
      <Button
        type="submit"
        isDisabled={isLost || name.trim() === ''}
        isBusy={rename.isPending}
        aria-label={texts.attention.renameOf(path)}
      >
        {texts.attention.rename}
      </Button>
      {rename.error !== null && (
        <div className="basis-full">
          <ErrorMessage error={rename.error} />
        </div>
      )}
    </form>
  );
}
