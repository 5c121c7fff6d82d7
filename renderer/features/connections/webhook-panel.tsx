import { type ReactNode, useState } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Field } from '../../components/form/field.tsx';
import { Form } from '../../components/form/form.tsx';
import { Section } from '../../components/layout/card.tsx';
import { SidePanel } from '../../components/overlay/side-panel.tsx';
import { ItemName } from '../../parts/items/item-name.tsx';
import { QueryBoundary } from '../../parts/query-boundary.tsx';
import { EntryButtons } from '../../parts/rows/entry-buttons.tsx';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import { callService, useService, useServiceAction } from '../../state/service/service.ts';
import { administration } from '../../texts/administration.ts';
import { texts } from '../../texts/texts.ts';
import { Deliveries } from './deliveries.tsx';
import { TriggerField } from './trigger-field.tsx';
import { knownTriggers } from './triggers.ts';
import { webhookActs } from './webhook-acts.ts';

type Webhook = ServiceAnswer<'getWebhook'>;

/** One webhook: its URL, its triggers, and its deliveries. */
export function WebhookPanel({ webhookId, ...steps }: ListSteps & { webhookId: string }): ReactNode {
  const webhook = useService('getWebhook', { params: { webhook_id: webhookId } });
  const words = administration.connections;
  return (
    <SidePanel title={words.webhookName(webhookId)} onClose={() => steps.onChoose(null)}>
      <QueryBoundary answer={webhook} skeleton="m-4 h-64">
        {(known) => (
          <div className="grid gap-5 px-4 pb-4">
            <ItemName type={known.target.type} id={known.target.id} />
            <Section title={words.deliveries}>
              <Deliveries webhookId={webhookId} />
            </Section>
            <WebhookForm webhook={known} />
            <EntryButtons acts={webhookActs(known, steps)} />
            <p className="text-dim text-small">{words.secret}</p>
          </div>
        )}
      </QueryBoundary>
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
      sending={save}
      action={texts.manage.save}
      isReady={triggers.length > 0 && (address !== webhook.address || !isSame)}
    >
      <Field
        name="address"
        label={administration.connections.address}
        help={administration.connections.addressHelp}
        type="url"
        value={address}
        onChange={setAddress}
      />
      <TriggerField target={webhook.target.type} chosen={triggers} onChange={setTriggers} />
    </Form>
  );
}
