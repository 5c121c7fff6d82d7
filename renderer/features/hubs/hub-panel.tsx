import type { ReactNode } from 'react';
import { TabStrip } from '../../components/controls/tabs/tab-strip.tsx';
import { SidePanel } from '../../components/overlay/side-panel.tsx';
import { QueryBoundary } from '../../parts/query-boundary.tsx';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import { useService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { type Hub, useHubRole } from './hub.ts';
import { HubItems } from './hub-items.tsx';
import { HubPeople } from './hub-people.tsx';
import { HubSettings } from './hub-settings.tsx';

/** One hub: its settings, members and items, within the user's role. */
export function HubPanel({ hubId, ...steps }: ListSteps & { hubId: string }): ReactNode {
  const hub = useService('getHub', { params: { hub_id: hubId } });
  const title = hub.data?.title ?? '';
  // Administrators see all hubs in the list and open those that they have.
  const isNotMine = hub.error?.code === 'not_found';
  return (
    <SidePanel
      title={title}
      detail={hub.data === undefined ? '' : texts.hubs.views(hub.data.view_count ?? 0)}
      onClose={() => steps.onChoose(null)}
    >
      {isNotMine ? (
        <p className="px-4 pb-4 text-dim">{texts.hubs.notMine}</p>
      ) : (
        <QueryBoundary answer={hub} skeleton="m-4 h-64">
          {(known) => <AboutHub hub={known} {...steps} />}
        </QueryBoundary>
      )}
    </SidePanel>
  );
}

function AboutHub({ hub, ...steps }: ListSteps & { hub: Hub }): ReactNode {
  const role = useHubRole(hub.id);
  const { tabs } = texts.hubs;
  const about = { hub, role, ...steps };
  return (
    <TabStrip
      label={texts.manage.panelOf(hub.title ?? '')}
      tabs={[
        { id: 'settings', label: tabs.settings, content: <HubSettings {...about} /> },
        { id: 'people', label: tabs.people, content: <HubPeople {...about} /> },
        { id: 'items', label: tabs.items, content: <HubItems {...about} /> },
      ]}
    />
  );
}
