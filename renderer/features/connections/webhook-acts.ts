import { Trash2 } from 'lucide-react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import { detailsAct } from '../../parts/rows/look-acts.ts';
import type { EntryAct } from '../../parts/rows/row-act.ts';
import { callService } from '../../state/service/service.ts';
import { administration } from '../../texts/administration.ts';
import { knownTriggers } from './triggers.ts';

export type ListedWebhook = ServiceAnswer<'listWebhooks'>['entries'][number];

/** The actions on a webhook. It is deleted without confirmation: the same webhook can be recreated at once. */
export function webhookActs({ id }: Pick<ListedWebhook, 'id'>, steps: ListSteps): readonly EntryAct[] {
  const params = { webhook_id: id };
  return [
    detailsAct(id, steps),
    {
      id: 'delete',
      icon: Trash2,
      label: administration.connections.deleteWebhook,
      group: 'remove',
      send: async (bridge) => {
        const { target, address, triggers } = await callService(bridge, 'getWebhook', { params });
        await callService(bridge, 'deleteWebhook', { params });
        steps.onGone(id);
        return {
          sentence: administration.connections.webhookDeleted,
          undo: (undoing) =>
            callService(undoing, 'createWebhook', {
              body: { target, address, triggers: [...knownTriggers(triggers)] },
            }),
        };
      },
    },
  ];
}
