import { Copy, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Checkbox } from '../../components/controls/choices/checkbox.tsx';
import { Field } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import { detailsAct } from '../../parts/rows/look-acts.ts';
import type { EntryAct } from '../../parts/rows/row-act.ts';
import { callService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { type Hub, useHubRole } from './hub.ts';

/** The actions on a hub within the user's role. */
export function useHubActs(hub: Hub, steps: ListSteps): readonly EntryAct[] {
  const role = useHubRole(hub.id);
  const copy: EntryAct = {
    id: 'copy',
    icon: Copy,
    label: texts.hubs.copy,
    group: 'change',
    ask: (close) => <CopyHub hub={hub} {...steps} onClose={close} />,
  };
  return [
    detailsAct(hub.id, steps),
    ...(hub.copy_hub_access === 'none' ? [] : [copy]),
    ...(role === 'co-owner' ? [deleteAct(hub, steps)] : []),
  ];
}

const fields = ['title', 'description'];

function CopyHub({ hub, onChoose, onTell, onClose }: ListSteps & { hub: Hub; onClose: () => void }): ReactNode {
  const [title, setTitle] = useState(texts.hubs.copyName(hub.title ?? ''));
  const [hasItems, setItems] = useState(true);
  const copy = useServiceAction(
    (bridge) =>
      callService(bridge, 'copyHub', { params: { hub_id: hub.id }, body: { title, include_items: hasItems } }),
    (made) =>
      onTell({
        sentence: texts.hubs.copied(hub.title ?? ''),
        undo: (bridge) => callService(bridge, 'deleteHub', { params: { hub_id: made.id } }),
      }),
  );
  const copied = (made: Hub): void => {
    onClose();
    onChoose(made.id);
  };
  return (
    <FormDialog
      title={texts.hubs.copyTitle(hub.title ?? '')}
      fields={fields}
      sending={copy}
      action={texts.hubs.copyAction}
      onSent={copied}
      onClose={onClose}
    >
      <Field name="title" label={texts.hubs.titleField} value={title} onChange={setTitle} isFirst />
      <Checkbox label={texts.hubs.copyItems} isOn={hasItems} onChange={setItems} />
    </FormDialog>
  );
}

function deleteAct({ id, title = '' }: Hub, { onGone }: ListSteps): EntryAct {
  const words = texts.hubs;
  return {
    id: 'delete',
    icon: Trash2,
    label: words.delete,
    group: 'remove',
    confirm: { title: words.deleteTitle(title), detail: words.deleteDetail, action: words.deleteAction },
    send: async (bridge) => {
      await callService(bridge, 'deleteHub', { params: { hub_id: id } });
      onGone(id);
      return { sentence: words.deleted(title), undo: null };
    },
  };
}
