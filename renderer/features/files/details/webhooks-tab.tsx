import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { ServiceAnswer, ServiceRequest } from '../../../../preload/ipc/service-calls.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Checkbox } from '../../../components/controls/choices/checkbox.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Skeleton } from '../../../components/feedback/page-state.tsx';
import { Field } from '../../../components/form/field.tsx';
import { RemoveButton } from '../../../parts/remove-button.tsx';
import { useTypedText } from '../../../state/hooks/use-typed-text.ts';
import { type Item, keyOf } from '../../../state/items/item.ts';
import { callService, SERVICE, useService, useServiceAction } from '../../../state/service/service.ts';
import { useList } from '../../../state/service/use-list.ts';
import { texts } from '../../../texts/texts.ts';

type Watched = Extract<Item, { type: 'file' | 'folder' }>;
type Webhook = ServiceAnswer<'listWebhooks'>['entries'][number];
type Trigger = ServiceRequest<'createWebhook'>['body']['triggers'][number];

/** Triggers of a file; on a folder they apply to everything below it. */
const ofFile: readonly Trigger[] = [
  'FILE.DOWNLOADED',
  'FILE.PREVIEWED',
  'FILE.RENAMED',
  'FILE.MOVED',
  'FILE.COPIED',
  'FILE.LOCKED',
  'FILE.UNLOCKED',
  'FILE.TRASHED',
  'FILE.RESTORED',
  'FILE.DELETED',
  'COMMENT.CREATED',
  'COMMENT.UPDATED',
  'COMMENT.DELETED',
  'TASK_ASSIGNMENT.CREATED',
  'TASK_ASSIGNMENT.UPDATED',
  'METADATA_INSTANCE.CREATED',
  'METADATA_INSTANCE.UPDATED',
  'METADATA_INSTANCE.DELETED',
  'SHARED_LINK.CREATED',
  'SHARED_LINK.UPDATED',
  'SHARED_LINK.DELETED',
];
/** Triggers of folders only. */
const ofFolder: readonly Trigger[] = [
  'FILE.UPLOADED',
  'FOLDER.CREATED',
  'FOLDER.RENAMED',
  'FOLDER.MOVED',
  'FOLDER.COPIED',
  'FOLDER.DOWNLOADED',
  'FOLDER.TRASHED',
  'FOLDER.RESTORED',
  'FOLDER.DELETED',
  'COLLABORATION.CREATED',
  'COLLABORATION.ACCEPTED',
  'COLLABORATION.REJECTED',
  'COLLABORATION.UPDATED',
  'COLLABORATION.REMOVED',
];

/** Webhooks on this item. */
export function WebhooksTab({ item }: { item: Watched }): ReactNode {
  const all = useList<Webhook>({
    key: [SERVICE, 'listWebhooks', 'of items'],
    read: async (bridge, marker) => {
      const query = { limit: 1000, ...(marker === null ? {} : { marker }) };
      const page = await callService(bridge, 'listWebhooks', { query });
      return { entries: page.entries, next: page.next_marker ?? null };
    },
    isWhole: true,
  });
  const here = all.entries.filter(({ target }) => target.type === item.type && target.id === item.id);
  if (all.isPending) return <Skeleton className="h-24" />;
  return (
    <div className="grid gap-4">
      <ErrorMessage error={all.error} />
      {here.length === 0 ? (
        all.error === null && <p className="text-dim">{texts.details.noWebhooks}</p>
      ) : (
        <ul aria-label={texts.details.tabs.webhooks} className="grid gap-3">
          {here.map(({ id }) => (
            <WebhookRow key={id} webhookId={id} />
          ))}
        </ul>
      )}
      <NewWebhook item={item} />
    </div>
  );
}

function WebhookRow({ webhookId }: { webhookId: string }): ReactNode {
  const params = { webhook_id: webhookId };
  const { data, error } = useService('getWebhook', { params });
  if (data === undefined) return error === null ? <Skeleton className="h-12" /> : <ErrorMessage error={error} />;
  return (
    <li className="grid gap-1 rounded-control border border-line p-3">
      <span className="break-all">{data.address}</span>
      <span className="break-words text-dim text-small">{data.triggers.map(triggerName).join(' · ')}</span>
      <div className="flex justify-end">
        <RemoveButton
          kind="ghost"
          label={texts.details.removeWebhook(data.address)}
          title={texts.details.removeWebhookTitle}
          detail={texts.details.removeWebhookDetail(data.address)}
          action={texts.files.remove}
          act={(bridge) => callService(bridge, 'deleteWebhook', { params })}
        >
          {texts.files.remove}
        </RemoveButton>
      </div>
    </li>
  );
}

function NewWebhook({ item }: { item: Watched }): ReactNode {
  const { text: address, type, forget, sendKey, isSending } = useTypedText(`webhook.${keyOf(item)}`);
  const { chosen, setChosen } = useChosenTriggers(item);
  // A form that was begun earlier is shown again, without taking the focus.
  const [isOpen, setOpen] = useState(address !== '' || chosen.length > 0);
  const [isAsked, setAsked] = useState(false);
  const open = (): void => {
    setOpen(true);
    setAsked(true);
  };
  const close = (): void => {
    setOpen(false);
    setChosen([]);
  };
  const create = useServiceAction(
    (bridge, typed: string) =>
      callService(bridge, 'createWebhook', {
        body: { target: { type: item.type, id: item.id }, address: typed.trim(), triggers: [...chosen] },
      }),
    (_, sent) => {
      if (forget(sent)) close();
    },
    { key: sendKey },
  );
  const cancel = (): void => {
    type('');
    close();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    create.mutate(address);
  };
  if (!isOpen) return <Button onPress={open}>{texts.details.newWebhook}</Button>;
  return (
    <form onSubmit={submit} className="grid gap-3 border-line border-t pt-4">
      <Field label={texts.details.webhookAddress} type="url" value={address} onChange={type} isFirst={isAsked} />
      <Triggers item={item} chosen={chosen} onChoose={setChosen} />
      <ErrorMessage error={create.error} />
      <div className="flex justify-end gap-2">
        <Button onPress={cancel}>{texts.actions.cancel}</Button>
        <Button
          type="submit"
          kind="primary"
          isDisabled={!URL.canParse(address.trim()) || chosen.length === 0}
          isBusy={isSending}
        >
          {texts.details.addWebhook}
        </Button>
      </div>
    </form>
  );
}

/** The chosen triggers stay with the typed address. */
function useChosenTriggers(item: Watched) {
  const { text, type } = useTypedText(`triggers.${keyOf(item)}`);
  const words = text.split(' ');
  return {
    chosen: offeredFor(item).filter((trigger) => words.includes(trigger)),
    setChosen: (triggers: readonly Trigger[]): void => type(triggers.join(' ')),
  };
}

const offeredFor = ({ type }: Watched): readonly Trigger[] => (type === 'folder' ? [...ofFolder, ...ofFile] : ofFile);

function Triggers({
  item,
  chosen,
  onChoose,
}: {
  item: Watched;
  chosen: readonly Trigger[];
  onChoose: (triggers: readonly Trigger[]) => void;
}): ReactNode {
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-dim text-small">{texts.details.webhookTriggers}</legend>
      {offeredFor(item).map((trigger) => (
        <Checkbox
          key={trigger}
          label={triggerName(trigger)}
          isOn={chosen.includes(trigger)}
          onChange={(isOn) => onChoose(isOn ? [...chosen, trigger] : chosen.filter((one) => one !== trigger))}
        />
      ))}
    </fieldset>
  );
}

/** The display name if known, otherwise the service's name of the trigger. */
function triggerName(trigger: string): string {
  const names: Readonly<Record<string, string>> = texts.details.triggers;
  return names[trigger] ?? trigger;
}
