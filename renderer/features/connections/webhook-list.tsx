import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { DialogButton } from '../../components/overlay/dialog-button.tsx';
import { CreateDialog, type CreateSteps } from '../../parts/create-dialog.tsx';
import type { ChosenItem } from '../../parts/items/item-dialog.tsx';
import { ItemField } from '../../parts/items/item-field.tsx';
import { ItemName } from '../../parts/items/item-name.tsx';
import { CellText, type GridColumn } from '../../parts/rows/data-grid.tsx';
import { ListPage, type ListSteps } from '../../parts/rows/list-page.tsx';
import { useIsNarrow } from '../../state/hooks/use-is-narrow.ts';
import { byMarker } from '../../state/service/list-parts.ts';
import { callService, SERVICE, useService, useServiceAction } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { administration } from '../../texts/administration.ts';
import { TriggerField } from './trigger-field.tsx';
import { type Trigger, triggersOf } from './triggers.ts';
import { type ListedWebhook, webhookActs } from './webhook-acts.ts';
import { WebhookPanel } from './webhook-panel.tsx';

const PAGE_SIZE = 200;

/** The webhooks that the person created with this program. */
export function WebhookList(): ReactNode {
  const isNarrow = useIsNarrow();
  const columns = useMemo(() => webhookColumns(isNarrow), [isNarrow]);
  const listing = useList<ListedWebhook>({
    key: [SERVICE, 'listWebhooks'],
    read: byMarker((bridge, marker) => callService(bridge, 'listWebhooks', { query: { limit: PAGE_SIZE, ...marker } })),
    keepsPrevious: true,
  });
  const words = administration.connections;
  return (
    <ListPage
      label={words.tabs.webhooks}
      listing={listing}
      columns={columns}
      lines={isNarrow ? 2 : 1}
      useActs={webhookActs}
      nameOf={({ id }) => words.webhookName(id)}
      empty={{ icon: WebhookIcon, title: words.noWebhooks, detail: words.noWebhooksDetail }}
      actions={(steps) => <NewWebhookButton {...steps} />}
      panel={({ id, steps }) => <WebhookPanel webhookId={id} {...steps} />}
    />
  );
}

/** `isNarrow`: with the URL below its target. */
function webhookColumns(isNarrow: boolean): readonly GridColumn<ListedWebhook>[] {
  const { webhookColumns: columns, webhookName } = administration.connections;
  const target = { id: 'target', label: columns.target };
  if (isNarrow) {
    const cell = ({ id, target: { type, id: targetId } }: ListedWebhook): ReactNode => (
      <span className="grid min-w-0 gap-0.5">
        <ItemName type={type} id={targetId} />
        <WebhookUrl key={id} id={id} />
      </span>
    );
    return [{ ...target, cell }];
  }
  return [
    { ...target, cell: ({ target: { type, id } }) => <ItemName type={type} id={id} /> },
    { id: 'url', label: columns.url, isKept: true, cell: ({ id }) => <WebhookUrl key={id} id={id} /> },
    { id: 'id', label: columns.id, width: 160, cell: ({ id }) => <CellText isQuiet>{webhookName(id)}</CellText> },
  ];
}

/** The list names only the target of a webhook. */
function WebhookUrl({ id }: { id: string }): ReactNode {
  const webhook = useService('getWebhook', { params: { webhook_id: id } });
  return <CellText isQuiet>{webhook.data?.address ?? '…'}</CellText>;
}

function NewWebhookButton(steps: ListSteps): ReactNode {
  return (
    <DialogButton icon={Plus} label={administration.connections.newWebhook} kind="primary">
      {(close) => <NewWebhookDialog {...steps} onClose={close} />}
    </DialogButton>
  );
}

const fields = ['address'];

function NewWebhookDialog(steps: CreateSteps): ReactNode {
  const [item, setItem] = useState<ChosenItem | null>(null);
  const [address, setAddress] = useState('https://');
  const [triggers, setTriggers] = useState<readonly Trigger[]>(triggersOf('FILE', 'folder'));
  const target = item?.type === 'file' ? 'file' : 'folder';
  const create = useServiceAction(
    (bridge) =>
      callService(bridge, 'createWebhook', {
        body: { target: { type: target, id: item?.id ?? '' }, address: address.trim(), triggers: [...triggers] },
      }),
    ({ id }) =>
      steps.onTell({
        sentence: administration.connections.webhookCreated,
        undo: (bridge) => callService(bridge, 'deleteWebhook', { params: { webhook_id: id } }),
      }),
  );
  const chosen = (next: ChosenItem): void => {
    setItem(next);
    const type = next.type === 'file' ? 'file' : 'folder';
    setTriggers(triggersOf('FILE', type));
  };
  const words = administration.connections;
  return (
    <CreateDialog
      steps={steps}
      title={words.newWebhook}
      fields={fields}
      sending={create}
      isReady={item !== null && triggers.length > 0}
    >
      <ItemField label={words.target} types={['file', 'folder']} item={item} onChoose={chosen} />
      <Field
        name="address"
        label={words.address}
        help={words.addressHelp}
        type="url"
        value={address}
        onChange={setAddress}
      />
      <TriggerField target={target} chosen={triggers} onChange={setTriggers} />
    </CreateDialog>
  );
}
