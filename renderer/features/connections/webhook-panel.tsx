import type { ReactNode } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Field } from '../../components/form/field.tsx';
import { Section } from '../../components/layout/card.tsx';
import { SidePanel } from '../../components/overlay/side-panel.tsx';
import { DraftForm } from '../../parts/draft-form.tsx';
import { ItemName } from '../../parts/items/item-name.tsx';
import { QueryBoundary } from '../../parts/query-boundary.tsx';
import { EntryButtons } from '../../parts/rows/entry-buttons.tsx';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import { useDraftSave, useKeptDraft } from '../../state/hooks/use-draft.ts';
import { callService, useService } from '../../state/service/service.ts';
import { administration } from '../../texts/administration.ts';
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
  const before = knownTriggers(webhook.triggers);
  // Those of the webhook first, so that the same ones, chosen in another order, are no change.
  const listed = (chosen: readonly string[]): string =>
    [...new Set([...before.filter((one) => chosen.includes(one)), ...chosen])].join(' ');
  const draft = useKeptDraft(`webhook.${webhook.id}`, { address: webhook.address, triggers: listed(before) });
  const { values, set } = draft;
  const triggers = knownTriggers(values.triggers.split(' '));
  const save = useDraftSave(draft, (bridge) =>
    callService(bridge, 'updateWebhook', {
      params: { webhook_id: webhook.id },
      body: { address: values.address.trim(), triggers: [...triggers] },
    }),
  );
  return (
    <DraftForm fields={fields} draft={{ isChanged: draft.isChanged && triggers.length > 0 }} sending={save}>
      <Field
        name="address"
        label={administration.connections.address}
        help={administration.connections.addressHelp}
        type="url"
        value={values.address}
        onChange={set('address')}
      />
      <TriggerField
        target={webhook.target.type}
        chosen={triggers}
        onChange={(chosen) => set('triggers')(listed(chosen))}
      />
    </DraftForm>
  );
}
