import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { DialogButton } from '../../components/overlay/dialog-button.tsx';
import { ItemDialog } from '../../parts/items/item-dialog.tsx';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import { callService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';

/** Opens the dialog for a new file request. */
export const NewRequestButton = (steps: ListSteps): ReactNode => (
  <DialogButton icon={Plus} label={texts.requests.new} kind="primary">
    {(close) => <NewRequestDialog {...steps} onClose={close} />}
  </DialogButton>
);

/** Created as soon as its folder is chosen, under the folder's name; the rest is set in the panel. */
function NewRequestDialog({ onChoose, onTell, onClose }: ListSteps & { onClose: () => void }): ReactNode {
  const create = useServiceAction(
    (bridge, folderId: string) => callService(bridge, 'createFileRequest', { body: { folder: { id: folderId } } }),
    ({ id, title = '' }) =>
      onTell({
        sentence: texts.requests.created(title),
        undo: (bridge) => callService(bridge, 'deleteFileRequest', { params: { file_request_id: id } }),
      }),
  );
  const created = ({ id }: { readonly id: string }): void => {
    onClose();
    onChoose(id);
  };
  return (
    <ItemDialog
      title={texts.requests.newTitle}
      types={['folder']}
      isPending={create.isPending}
      refused={create.error}
      onItem={({ id }) => create.mutate(id, { onSuccess: created })}
      onClose={onClose}
    />
  );
}
