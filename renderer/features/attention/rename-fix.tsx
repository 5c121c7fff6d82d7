import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Input, TextField } from 'react-aria-components';
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
    if (name.trim() !== '' && !rename.isPending) rename.mutate({ rootId, path, name });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 max-sm:basis-full">
      <TextField
        aria-label={texts.attention.newNameOf(path)}
        value={name}
        onChange={setName}
        isInvalid={rename.error !== null}
        className="min-w-0 flex-1"
      >
        <Input className="h-8 w-58 rounded-control border border-edge bg-field px-2.5 data-invalid:border-bad max-sm:h-10 max-sm:w-full" />
      </TextField>
      <Button
        type="submit"
        isDisabled={isLost || rename.isPending || name.trim() === ''}
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
