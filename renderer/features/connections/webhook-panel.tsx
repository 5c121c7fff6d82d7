import { type ReactNode, useState } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/card.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import { ErrorState, Skeleton } from '../../components/page-state.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import type { Done } from '../../parts/done-bar.tsx';
import { ItemName } from '../../parts/item-name.tsx';
import { callService, useService, useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import { Deliveries } from './deliveries.tsx';
import { TriggerField } from './trigger-field.tsx';
import { knownTriggers } from './triggers.ts';

type Webhook = ServiceAnswer<'getWebhook'>;
type About = { readonly onClose: () => void; readonly onTell: (done: Done) => void };

/** One webhook: where it leads, what it tells, and what became of its messages. */
export function WebhookPanel({ webhookId, onClose, onTell }: About & { webhookId: string }): ReactNode {
  const webhook = useService('getWebhook', { params: { webhook_id: webhookId } });
  const words = texts.connections;
  const title = words.webhookName(webhookId);
  return (
    <SidePanel label={texts.manage.panelOf(title)} title={title} close={texts.actions.close} onClose={onClose}>
      {webhook.isPending && <Skeleton className="m-4 h-64" />}
      {webhook.isError && (
        <ErrorState
          sentence={webhook.error.message}
          remedy={webhook.error.remedy}
          onRetry={() => void webhook.refetch()}
        />
      )}
      {webhook.data !== undefined && (
        <div className="grid gap-5 px-4 pb-4">
          <ItemName type={webhook.data.target.type} id={webhook.data.target.id} />
          <Section title={words.deliveries}>
            <Deliveries webhookId={webhookId} />
          </Section>
          <WebhookForm webhook={webhook.data} />
          <DeleteWebhook webhook={webhook.data} onClose={onClose} onTell={onTell} />
          <p className="text-dim text-small">{words.secret}</p>
        </div>
      )}
    </SidePanel>
  );
}

const fields = ['address'];

function WebhookForm({ webhook }: { webhook: Webhook }): ReactNode {
  const [address, setAddress] = useState(webhook.address);
  const [triggers, setTriggers] = useState(knownTriggers(webhook.triggers));
  const save = useServiceAction((bridge) =>
    callService(bridge, 'updateWebhook', {
      params: { webhook_id: webhook.id },
      body: { address: address.trim(), triggers: [...triggers] },
    }),
  );
  const before = knownTriggers(webhook.triggers);
  const isSame = triggers.length === before.length && triggers.every((trigger) => before.includes(trigger));
  return (
    <Form
      fields={fields}
      refused={save.error}
      action={texts.manage.save}
      isPending={save.isPending}
      isReady={triggers.length > 0 && (address !== webhook.address || !isSame)}
      onSubmit={() => save.mutate(undefined)}
    >
      <Field
        name="address"
        label={texts.connections.address}
        help={texts.connections.addressHelp}
        type="url"
        value={address}
        onChange={setAddress}
      />
      <TriggerField target={webhook.target.type} chosen={triggers} onChange={setTriggers} />
    </Form>
  );
}

/** No question: the same webhook can be made again at once. */
function DeleteWebhook({ webhook, onClose, onTell }: About & { webhook: Webhook }): ReactNode {
  const { id, target, address, triggers } = webhook;
  const remove = useServiceAction(async (bridge) => {
    await callService(bridge, 'deleteWebhook', { params: { webhook_id: id } });
  });
  const deleted = (): void => {
    onClose();
    onTell({
      sentence: texts.connections.webhookDeleted,
      undo: (bridge) =>
        callService(bridge, 'createWebhook', { body: { target, address, triggers: [...knownTriggers(triggers)] } }),
    });
  };
  return (
    <div className="grid gap-2">
      <div>
        <Button isDisabled={remove.isPending} onPress={() => remove.mutate(undefined, { onSuccess: deleted })}>
          {texts.connections.deleteWebhook}
        </Button>
      </div>
      {remove.error !== null && <InlineError sentence={remove.error.message} remedy={remove.error.remedy} />}
    </div>
  );
}
