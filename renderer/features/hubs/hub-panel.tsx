import type { ReactNode } from 'react';
import { ErrorState, Skeleton } from '../../components/page-state.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { TabStrip } from '../../components/tab-strip.tsx';
import { useService } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import { type Hub, type HubSteps, useHubMembers } from './hub.ts';
import { HubItems } from './hub-items.tsx';
import { HubPeople } from './hub-people.tsx';
import { HubSettings } from './hub-settings.tsx';

/** One hub: its settings, who has it, and what is in it, as far as the role of the person goes. */
export function HubPanel({ hubId, onChoose, onTell }: HubSteps & { hubId: string }): ReactNode {
  const hub = useService('getHub', { params: { hub_id: hubId } });
  const title = hub.data?.title ?? '';
  const close = (): void => onChoose(null);
  return (
    <SidePanel
      label={texts.manage.panelOf(title)}
      title={title}
      detail={hub.data === undefined ? '' : texts.hubs.views(hub.data.view_count ?? 0)}
      close={texts.actions.close}
      onClose={close}
    >
      {hub.isPending && <Skeleton className="m-4 h-64" />}
      {hub.isError &&
        // Administrators see all hubs in the list and open those that they have.
        (hub.error.code === 'not_found' ? (
          <p className="px-4 pb-4 text-dim">{texts.hubs.notMine}</p>
        ) : (
          <ErrorState sentence={hub.error.message} remedy={hub.error.remedy} onRetry={() => void hub.refetch()} />
        ))}
      {hub.data !== undefined && <AboutHub hub={hub.data} onChoose={onChoose} onTell={onTell} />}
    </SidePanel>
  );
}

function AboutHub({ hub, onChoose, onTell }: HubSteps & { hub: Hub }): ReactNode {
  const { role } = useHubMembers(hub.id);
  const { tabs } = texts.hubs;
  const steps = { hub, role, onChoose, onTell };
  return (
    <TabStrip
      label={texts.manage.panelOf(hub.title ?? '')}
      tabs={[
        { id: 'settings', label: tabs.settings, content: <HubSettings {...steps} /> },
        { id: 'people', label: tabs.people, content: <HubPeople {...steps} /> },
        { id: 'items', label: tabs.items, content: <HubItems {...steps} /> },
      ]}
    />
  );
}
