import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ButtonKind } from '../../components/controls/button-look.ts';
import { DialogButton } from '../../components/overlay/dialog-button.tsx';
import { ItemDialog } from '../../parts/items/item-dialog.tsx';
import type { useServiceAction } from '../../state/service/service.ts';
import type { FileRequest } from './shown-requests.ts';

/** A button that asks for a folder and immediately acts on it. */
export function FolderButton({
  icon,
  label,
  kind = 'plain',
  title,
  acting,
  onDone,
}: {
  icon: LucideIcon;
  label: string;
  kind?: ButtonKind;
  /** Title of the folder dialog. */
  title: string;
  acting: ReturnType<typeof useServiceAction<string, FileRequest>>;
  onDone: (made: FileRequest) => void;
}): ReactNode {
  return (
    <DialogButton icon={icon} label={label} kind={kind} onClose={acting.reset}>
      {(close) => (
        <ItemDialog
          title={title}
          types={['folder']}
          isPending={acting.isPending}
          refused={acting.error}
          onItem={({ id }) =>
            acting.mutate(id, {
              onSuccess: (made) => {
                close();
                onDone(made);
              },
            })
          }
          onClose={close}
        />
      )}
    </DialogButton>
  );
}
