import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { ListBody, ListFrame } from '../../components/list-frame.tsx';
import { CellText, DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { type Done, useDone } from '../../parts/done-bar.tsx';
import type { ChosenItem } from '../../parts/item-dialog.tsx';
import { ItemField } from '../../parts/item-field.tsx';
import { ItemName } from '../../parts/item-name.tsx';
import { useMarkerList } from '../../state/marker-list.ts';
import { callService, useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import { TriggerField } from './trigger-field.tsx';
import { type Trigger, triggersOf } from './triggers.ts';
import { WebhookPanel } from './webhook-panel.tsx';

type ListedWebhook = ServiceAnswer<'listWebhooks'>['entries'][number];

const PAGE_SIZE = 200;

/** The webhooks that the person made with this program. */
export function WebhookList(): ReactNode {
  const [chosen, choose] = useState<string | null>(null);
  const [notice, tell] = useDone();
  const columns = useMemo(() => webhookColumns(), []);
  const listing = useMarkerList<ListedWebhook>(['webhooks'], (bridge, marker) =>
    callService(bridge, 'listWebhooks', { query: { limit: PAGE_SIZE, ...marker } }),
  );
  const words = texts.connections;
  return (
    <ListFrame
      title={null}
      actions={<NewWebhookButton onChoose={choose} onTell={tell} />}
      notice={notice}
      list={
        <ListBody
          listing={listing}
          empty={{ icon: WebhookIcon, title: words.noWebhooks, detail: words.noWebhooksDetail }}
        >
          <DataGrid
            label={words.tabs.webhooks}
            columns={columns}
            entries={listing.entries}
            keyOf={({ id }) => id}
            nameOf={({ id }) => words.webhookName(id)}
            chosen={chosen}
            onChoose={choose}
            onNearEnd={listing.more}
          />
        </ListBody>
      }
      panel={
        chosen === null ? null : (
          <WebhookPanel key={chosen} webhookId={chosen} onClose={() => choose(null)} onTell={tell} />
        )
      }
    />
  );
}

function webhookColumns(): readonly GridColumn<ListedWebhook>[] {
  const { webhookColumns: columns, webhookName } = texts.connections;
  return [
    { id: 'target', label: columns.target, cell: ({ target: { type, id } }) => <ItemName type={type} id={id} /> },
    {
      id: 'id',
      label: columns.id,
      width: 160,
      isKept: true,
      cell: ({ id }) => <CellText isQuiet>{webhookName(id)}</CellText>,
    },
  ];
}

type Asked = { readonly onChoose: (id: string) => void; readonly onTell: (done: Done) => void };

function NewWebhookButton(asked: Asked): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" onPress={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {texts.connections.newWebhook}
      </Button>
      {isOpen && <NewWebhookDialog {...asked} onClose={() => setOpen(false)} />}
    </>
  );
}

const fields = ['address'];

function NewWebhookDialog({ onChoose, onTell, onClose }: Asked & { onClose: () => void }): ReactNode {
  const [item, setItem] = useState<ChosenItem | null>(null);
  const [address, setAddress] = useState('https://');
  const [triggers, setTriggers] = useState<readonly Trigger[]>(triggersOf('FILE', 'folder'));
  const target = item?.type === 'file' ? 'file' : 'folder';
  const create = useServiceAction((bridge) =>
    callService(bridge, 'createWebhook', {
      body: { target: { type: target, id: item?.id ?? '' }, address: address.trim(), triggers: [...triggers] },
    }),
  );
  const chosen = (next: ChosenItem): void => {
    setItem(next);
    const type = next.type === 'file' ? 'file' : 'folder';
    setTriggers(triggersOf('FILE', type));
  };
  const created = ({ id }: { readonly id: string }): void => {
    onClose();
    onChoose(id);
    onTell({
      sentence: texts.connections.webhookCreated,
      undo: (bridge) => callService(bridge, 'deleteWebhook', { params: { webhook_id: id } }),
    });
  };
  const words = texts.connections;
  return (
    <Dialog title={words.newWebhook} onClose={onClose}>
      <Form
        fields={fields}
        refused={create.error}
        action={texts.manage.create}
        cancel={texts.actions.cancel}
        isPending={create.isPending}
        isReady={item !== null && triggers.length > 0}
        onSubmit={() => create.mutate(undefined, { onSuccess: created })}
        onCancel={onClose}
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
      </Form>
    </Dialog>
  );
}
