import type { ReactNode } from 'react';
import { TabbedPage } from '../../components/layout/tabbed-page.tsx';
import { useFreshService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { DeviceList } from './device-list.tsx';
import { WebhookList } from './webhook-list.tsx';

/** Administration: what is connected to the service, devices of people and programs that are told of changes. */
export function ConnectionsPage(): ReactNode {
  useFreshService();
  const { title, tabs } = texts.connections;
  return (
    <TabbedPage
      title={title}
      tabs={[
        { id: 'devices', label: tabs.devices, content: <DeviceList /> },
        { id: 'webhooks', label: tabs.webhooks, content: <WebhookList /> },
      ]}
    />
  );
}
