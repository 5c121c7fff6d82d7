import type { ReactNode } from 'react';
import { TabbedPage } from '../../components/layout/tabbed-page.tsx';
import { administration } from '../../texts/administration.ts';
import { texts } from '../../texts/texts.ts';
import { DeviceList } from './device-list.tsx';
import { WebhookList } from './webhook-list.tsx';

/** Administration of everything connected to the service: devices and webhooks. */
export function ConnectionsPage(): ReactNode {
  const { tabs } = administration.connections;
  return (
    <TabbedPage
      title={texts.navigation.connections}
      tabs={[
        { id: 'devices', label: tabs.devices, content: <DeviceList /> },
        { id: 'webhooks', label: tabs.webhooks, content: <WebhookList /> },
      ]}
    />
  );
}
