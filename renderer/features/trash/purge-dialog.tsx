import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import type { CommandRefused } from '../../state/bridge.ts';
import { texts } from '../../style/texts.ts';

/** The one question of the page, because there is no way back from it. */
export function PurgeDialog({
  count,
  name,
  detail,
  isPending,
  error,
  onPurge,
  onClose,
}: {
  count: number;
  /** Of the first, which is named when it is the only one. */
  name: string;
  detail: string;
  isPending: boolean;
  error: CommandRefused | null;
  onPurge: () => void;
  onClose: () => void;
}): ReactNode {
  return (
    <Dialog title={texts.trash.purgeTitle(count, name)} onClose={onClose}>
      <p>{detail}</p>
      {error !== null && <InlineError sentence={error.message} remedy={error.remedy} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onClose}>{texts.actions.cancel}</Button>
        <Button kind="primary" isDisabled={isPending} onPress={onPurge}>
          {texts.trash.purge}
        </Button>
      </div>
    </Dialog>
  );
}
